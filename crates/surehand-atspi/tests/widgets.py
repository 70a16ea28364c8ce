"""Controls that the fixture apps do not have: passwords, expanders, tabs, hidden pages, lists of 3,000 rows scrolled
to the middle. The argument is the toolkit's major version. With a title and a state file behind it: a small window for
the contract suite instead, with a hidden field, a row that can be removed, and a counted button."""

import json
import os
import sys

import gi

gi.require_version("Gtk", f"{sys.argv[1]}.0")
from gi.repository import GLib, Gtk  # noqa: E402

ROWS = 3000


def common(add):
    """What both toolkits build the same way."""
    add(Gtk.SpinButton.new_with_range(0, 10, 1))
    pages = Gtk.Notebook()
    for name in ("One", "Two"):
        pages.append_page(Gtk.Button(label=f"On page {name}"), Gtk.Label(label=name))
    add(pages)


def gtk3():
    """The window in GTK 3."""
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    add = box.add
    add(Gtk.Entry(text="hunter2", visibility=False))
    common(add)
    expander = Gtk.Expander(label="More")
    expander.add(Gtk.Label(label="Inside"))
    add(expander)
    menu = Gtk.Menu()
    menu.append(Gtk.MenuItem(label="Item of menu"))
    menu.show_all()
    button = Gtk.MenuButton(label="Opens menu")
    button.set_popup(menu)
    add(button)
    combo = Gtk.ComboBoxText.new_with_entry()
    combo.append_text("first")
    add(combo)
    store = Gtk.ListStore(str)
    for number in range(ROWS):
        store.append([f"row {number}"])
    rows = Gtk.TreeView(model=store)
    rows.append_column(Gtk.TreeViewColumn("Rows", Gtk.CellRendererText(), text=0))
    frame = Gtk.ScrolledWindow(min_content_height=200)
    frame.add(rows)
    add(frame)
    window = Gtk.Window(title="Widgets")
    window.add(box)
    window.show_all()
    GLib.idle_add(lambda: rows.scroll_to_cell(Gtk.TreePath(ROWS // 2), None, True, 0, 0))
    Gtk.main()


def gtk4():
    """The window in GTK 4."""
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    add = box.append
    password = Gtk.PasswordEntry(show_peek_icon=True)
    password.set_text("hunter2")
    add(password)
    # Hidden, and neither its role nor any word near it tells.
    add(Gtk.Entry(text="hunter2", visibility=False))
    common(add)
    add(Gtk.Expander(label="More", child=Gtk.Label(label="Inside")))
    add(Gtk.LinkButton(uri="http://localhost", label="Somewhere"))
    rows = Gtk.ListBox()
    for number in range(ROWS):
        rows.append(Gtk.Label(label=f"row {number}"))
    frame = Gtk.ScrolledWindow(child=rows, min_content_height=200)
    add(frame)
    window = Gtk.Window(title="Widgets", child=box)
    window.present()
    adjustment = frame.get_vadjustment()
    GLib.timeout_add(300, lambda: adjustment.set_value(adjustment.get_upper() / 2))
    GLib.MainLoop().run()


def small(title, state):
    """The small window, in either toolkit."""
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    add = box.append if sys.argv[1] == "4" else box.add
    saved = 0

    def write():
        with open(f"{state}.part", "w", encoding="utf-8") as file:
            json.dump({"saved": saved}, file)
        os.rename(f"{state}.part", state)

    def save(_):
        nonlocal saved
        saved += 1
        write()

    def labelled(name, widget):
        add(Gtk.Label(label=name, mnemonic_widget=widget))
        add(widget)

    labelled("Name", Gtk.Entry())
    # Hidden, and in GTK 4 not by its role.
    labelled("Password", Gtk.Entry(text="hunter2", visibility=False))
    # Hidden, and in GTK 4 nothing tells but the label before it, which is not tied to it.
    add(Gtk.Label(label="PIN"))
    add(Gtk.Entry(text="4711", visibility=False))
    labelled("Note", Gtk.TextView())
    add(Gtk.Label(label="Only a label"))
    labelled("Bold", Gtk.Switch())
    rows = [Gtk.Button(label="Row to remove")]
    shown = rows[0]

    def remove(_):
        # No reference may stay, or it would only be out of sight.
        row = rows.pop()
        box.remove(row)
        if sys.argv[1] == "3":
            row.destroy()

    for button, does in (
        (Gtk.Button(label="Save"), save),
        (Gtk.Button(label="Remove row"), remove),
    ):
        button.connect("clicked", does)
        add(button)
    add(shown)
    del shown
    write()
    window = Gtk.Window(title=title)
    if sys.argv[1] == "4":
        window.set_child(box)
        window.present()
        GLib.MainLoop().run()
    else:
        window.add(box)
        window.show_all()
        Gtk.main()


if len(sys.argv) > 2:
    small(*sys.argv[2:])
elif sys.argv[1] == "3":
    gtk3()
else:
    gtk4()
