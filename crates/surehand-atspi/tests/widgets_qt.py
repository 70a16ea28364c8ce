"""Controls in Qt that the fixture apps do not have. The first argument is the toolkit, qt5 or qt6. With a title and a
state file behind it: a small window for the contract suite, with hidden fields, a row that can be removed, and a counted
button. Else the habits of Qt that surehand undoes: names borrowed from values and groups, placeholders, items that a
closed menu does not have now, rows of which several may be selected."""

import importlib
import json
import os
import sys

VERSION = sys.argv[1][-1]
Core = importlib.import_module(f"PyQt{VERSION}.QtCore")
Gui = importlib.import_module(f"PyQt{VERSION}.QtGui")
Widgets = importlib.import_module(f"PyQt{VERSION}.QtWidgets")


def hidden(text):
    """A field that hides its text."""
    field = Widgets.QLineEdit(text)
    field.setEchoMode(Widgets.QLineEdit.EchoMode.Password)
    return field


def small(title, state):
    """The small window."""
    window = Widgets.QWidget(windowTitle=title)
    box = Widgets.QVBoxLayout(window)
    saved = 0

    def write():
        with open(f"{state}.part", "w", encoding="utf-8") as file:
            json.dump({"saved": saved}, file)
        os.rename(f"{state}.part", state)

    def save():
        nonlocal saved
        saved += 1
        write()

    def labelled(name, widget):
        label = Widgets.QLabel(name)
        label.setBuddy(widget)
        box.addWidget(label)
        box.addWidget(widget)

    labelled("Name", Widgets.QLineEdit())
    labelled("Password", hidden("hunter2"))
    # Hidden by its role; the label before it is not tied to it.
    box.addWidget(Widgets.QLabel("PIN"))
    box.addWidget(hidden("4711"))
    labelled("Note", Widgets.QPlainTextEdit())
    box.addWidget(Widgets.QLabel("Only a label"))
    box.addWidget(Widgets.QCheckBox("Bold"))
    row = Widgets.QPushButton("Row to remove")
    for text, does in (("Save", save), ("Remove row", row.deleteLater)):
        button = Widgets.QPushButton(text)
        button.clicked.connect(lambda _, does=does: does())
        box.addWidget(button)
    rows = Widgets.QGroupBox("Rows")
    Widgets.QVBoxLayout(rows).addWidget(row)
    box.addWidget(rows)
    write()
    return window


def habits():
    """The window of habits."""
    window = Widgets.QMainWindow(windowTitle="Widgets")
    content = Widgets.QWidget()
    window.setCentralWidget(content)
    box = Widgets.QVBoxLayout(content)
    box.addWidget(Widgets.QLineEdit(placeholderText="Only a placeholder"))
    group = Widgets.QGroupBox("Address")
    inside = Widgets.QVBoxLayout(group)
    inside.addWidget(Widgets.QLineEdit("in the group"))
    line = Widgets.QHBoxLayout()
    line.addWidget(Widgets.QLabel("Street:"))
    line.addWidget(Widgets.QLineEdit("in the line"))
    inside.addLayout(line)
    box.addWidget(group)
    line = Widgets.QHBoxLayout()
    line.addWidget(Widgets.QLabel("Colour"))
    combo = Widgets.QComboBox()
    combo.addItems(["Red & white", "Green", "Blue", "Grey", "Black", "Gold"])
    line.addWidget(combo)
    box.addLayout(line)
    shown = Widgets.QFrame()
    shown.setMinimumHeight(20)
    shown.setAccessibleName("42")
    shown.setAccessibleDescription("Result")
    box.addWidget(shown)
    rows = Widgets.QListWidget()
    rows.setAccessibleName("Several")
    rows.setSelectionMode(Widgets.QAbstractItemView.SelectionMode.ExtendedSelection)
    rows.addItems(["R&&D", "one", "two", "three"])
    box.addWidget(rows)
    table = Widgets.QTableWidget(2, 2)
    table.setHorizontalHeaderLabels(["First", "Second"])
    for row in range(2):
        for column in range(2):
            table.setItem(row, column, Widgets.QTableWidgetItem(f"cell {row}{column}"))
    box.addWidget(table)
    button = Widgets.QPushButton("R&&D &lab")
    menu = Widgets.QMenu()
    menu.addAction("Of the button")
    opens = Widgets.QPushButton("Opens")
    opens.setMenu(menu)
    box.addWidget(button)
    box.addWidget(opens)
    edit = window.menuBar().addMenu("&Edit")
    edit.addAction("&Copy").setShortcut(Gui.QKeySequence("Ctrl+C"))
    edit.addAction("Not now").setVisible(False)
    edit.addAction("Disabled").setEnabled(False)
    ticked = edit.addAction("&Ticked")
    ticked.setCheckable(True)
    ticked.setChecked(True)
    edit.addMenu("More").addAction("Deep")
    window.resize(500, 700)
    window.kept = menu
    return window


app = Widgets.QApplication([sys.argv[0]])
main = small(*sys.argv[2:]) if len(sys.argv) > 2 else habits()
main.show()
(app.exec if hasattr(app, "exec") else app.exec_)()
