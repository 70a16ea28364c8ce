"""Controls that the fixture apps do not have: passwords, expanders, tabs, hidden pages, lists of 3,000 rows scrolled
to the middle. The argument is the toolkit's major version."""

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


gtk3() if sys.argv[1] == "3" else gtk4()
