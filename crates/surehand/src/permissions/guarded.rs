//! What no default lets anybody touch: terminals, password managers, keyrings, prompts for a password, screen lockers,
//! and surehand itself.
//!
//! Known by any of their names: what people call them, desktop ids, executables. The list is long rather than clever. A
//! name too many costs its user one `surehand allow`, a name too few hands out a shell. Who else runs what is typed into
//! it (an editor with a terminal inside, a browser at a console) is not in it.

use std::collections::HashMap;
use std::sync::OnceLock;

use surehand_core::window::App;

/// Why something is guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guarded {
    /// It runs what is typed.
    Terminal,
    /// It holds passwords.
    PasswordManager,
    /// It holds or asks for keys.
    Keyring,
    /// It asks who somebody is.
    Authentication,
    /// It locks the screen or lets people in.
    ScreenLock,
    /// It is surehand.
    Surehand,
    /// It runs this surehand: whoever operates it can answer the questions put to its user.
    Client,
}

impl Guarded {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Terminal,
        Self::PasswordManager,
        Self::Keyring,
        Self::Authentication,
        Self::ScreenLock,
        Self::Surehand,
        Self::Client,
    ];

    /// What it is, as it reads in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Terminal => "a terminal",
            Self::PasswordManager => "a password manager",
            Self::Keyring => "a keyring",
            Self::Authentication => "a prompt for a password",
            Self::ScreenLock => "a screen lock",
            Self::Surehand => "surehand itself",
            Self::Client => "the program that runs the agent",
        }
    }

    /// The names it is known by, in small letters.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Terminal => TERMINALS,
            Self::PasswordManager => PASSWORD_MANAGERS,
            Self::Keyring => KEYRINGS,
            Self::Authentication => AUTHENTICATION,
            Self::ScreenLock => SCREEN_LOCKS,
            Self::Surehand => SUREHAND,
            // Known by its process.
            Self::Client => &[],
        }
    }

    /// What goes by this name, if it is guarded.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        guarded_name(name)
    }

    /// What this app is, if any of its names says so.
    #[must_use]
    pub fn of(app: &App) -> Option<Self> {
        if app.pid == std::process::id() {
            return Some(Self::Surehand);
        }
        std::iter::once(&app.name).chain(&app.aliases).find_map(|name| guarded_name(name))
    }
}

/// What goes by this name.
pub(super) fn guarded_name(name: &str) -> Option<Guarded> {
    static TABLE: OnceLock<HashMap<&'static str, Guarded>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let all = Guarded::ALL.into_iter();
        all.flat_map(|kind| kind.names().iter().map(move |name| (*name, kind))).collect()
    });
    let name = name.trim().to_lowercase();
    let name = name.strip_suffix(".desktop").unwrap_or(&name);
    // Some distributions start programs through a wrapper and keep the real one beside it under such a name.
    let bare = name.strip_prefix('.').and_then(|name| name.strip_suffix("-wrapped")).unwrap_or(name);
    table.get(bare).copied()
}

const TERMINALS: &[&str] = &[
    "terminal",
    "terminal emulator",
    "x-terminal-emulator",
    "debian-xterm",
    "debian-uxterm",
    "xterm",
    "uxterm",
    "lxterm",
    "koi8rxterm",
    "gnome-terminal",
    "gnome-terminal-server",
    "org.gnome.terminal",
    "kgx",
    "console",
    "org.gnome.console",
    "ptyxis",
    "ptyxis-agent",
    "org.gnome.ptyxis",
    "app.devsuite.ptyxis",
    "konsole",
    "org.kde.konsole",
    "yakuake",
    "org.kde.yakuake",
    "xfce4-terminal",
    "xfce4-terminal-emulator",
    "xfce terminal",
    "org.xfce.terminal",
    "lxterminal",
    "qterminal",
    "mate-terminal",
    "org.mate.terminal",
    "deepin-terminal",
    "io.elementary.terminal",
    "pantheon-terminal",
    "cosmic-term",
    "com.system76.cosmicterm",
    "terminator",
    "tilix",
    "com.gexperts.tilix",
    "alacritty",
    "org.alacritty.alacritty",
    "kitty",
    "foot",
    "footclient",
    "org.codeberg.dnkl.foot",
    "wezterm",
    "wezterm-gui",
    "org.wezfurlong.wezterm",
    "ghostty",
    "com.mitchellh.ghostty",
    "rio",
    "com.rioterm.rio",
    "st",
    "stterm",
    "st-256color",
    "rxvt",
    "urxvt",
    "urxvtd",
    "urxvtc",
    "rxvt-unicode",
    "rxvt-unicode-256color",
    "guake",
    "guake-prefs",
    "tilda",
    "terminology",
    "cool-retro-term",
    "eterm",
    "aterm",
    "mlterm",
    "sakura",
    "roxterm",
    "termit",
    "evilvte",
    "lilyterm",
    "pterm",
    "putty",
    "contour",
    "zutty",
    "blackbox-terminal",
    "com.raggesilver.blackbox",
    "warp-terminal",
    "dev.warp.warp",
    "hyper",
    "tabby",
    "waveterm",
    "extraterm",
    "gmrun",
    "krunner",
    "org.kde.krunner",
    "rofi",
    "dmenu",
    "wofi",
    "fuzzel",
    "xfrun4",
    "xfce4-appfinder",
    "xfce4-run",
];

const PASSWORD_MANAGERS: &[&str] = &[
    "keepassxc",
    "org.keepassxc.keepassxc",
    "keepassx",
    "keepass",
    "keepass2",
    "keepass2.exe",
    "keeweb",
    "bitwarden",
    "bitwarden-app",
    "com.bitwarden",
    "1password",
    "com.onepassword.onepassword",
    "enpass",
    "dashlane",
    "lastpass",
    "nordpass",
    "proton pass",
    "proton-pass",
    "protonpass",
    "me.proton.pass",
    "secrets",
    "org.gnome.world.secrets",
    "gnome-passwordsafe",
    "org.gnome.passwordsafe",
    "qtpass",
    "org.ijhack.qtpass",
    "pwsafe",
    "passwordsafe",
    "password safe",
    "password-gorilla",
    "revelation",
    "fpm2",
    "authpass",
    "buttercup",
    "buttercup-desktop",
    "padloc",
    "passky",
    "roboform",
    "pass",
    "authenticator",
    "com.belmoussaoui.authenticator",
    "otpclient",
    "com.github.paolostivanin.otpclient",
    "yubioath-flutter",
    "com.yubico.yubioath",
];

const KEYRINGS: &[&str] = &[
    "seahorse",
    "passwords and keys",
    "org.gnome.seahorse.application",
    "gnome-keyring",
    "gnome-keyring-daemon",
    "gcr-prompter",
    "gcr4-ssh-askpass",
    "org.gnome.keyring.systemprompter",
    "gcr-viewer",
    "kwallet",
    "kwalletd",
    "kwalletd5",
    "kwalletd6",
    "kwalletmanager",
    "kwalletmanager5",
    "org.kde.kwalletmanager",
    "org.kde.kwalletmanager5",
    "ksecretd",
    "kleopatra",
    "org.kde.kleopatra",
    "gpa",
    "pinentry",
    "pinentry-gnome3",
    "pinentry-gtk-2",
    "pinentry-gtk",
    "pinentry-qt",
    "pinentry-qt4",
    "pinentry-qt5",
    "pinentry-x11",
    "pinentry-fltk",
    "ssh-askpass",
    "ssh-askpass-gnome",
    "gnome-ssh-askpass",
    "gnome-ssh-askpass3",
    "x11-ssh-askpass",
    "ksshaskpass",
    "org.kde.ksshaskpass",
    "lxqt-openssh-askpass",
];

const AUTHENTICATION: &[&str] = &[
    "polkit-gnome-authentication-agent-1",
    "polkit-kde-authentication-agent-1",
    "org.kde.polkit-kde-authentication-agent-1",
    "polkit-mate-authentication-agent-1",
    "polkit-dumb-agent",
    "lxpolkit",
    "lxqt-policykit-agent",
    "lxqt-policykit",
    "mate-polkit",
    "xfce-polkit",
    "ukui-polkit",
    "hyprpolkitagent",
    "soteria",
    "pkexec",
    "gksu",
    "gksudo",
    "kdesu",
    "kdesudo",
    "lxqt-sudo",
    "lxsudo",
    "ktsuss",
    "sudo",
    "gnome-shell",
    "org.gnome.shell",
    "cinnamon",
];

const SCREEN_LOCKS: &[&str] = &[
    "gnome-screensaver",
    "gnome-screensaver-dialog",
    "cinnamon-screensaver",
    "mate-screensaver",
    "mate-screensaver-dialog",
    "xfce4-screensaver",
    "xfce4-screensaver-dialog",
    "ukui-screensaver-dialog",
    "light-locker",
    "kscreenlocker",
    "kscreenlocker_greet",
    "xscreensaver",
    "xscreensaver-auth",
    "xscreensaver-gfx",
    "xscreensaver-systemd",
    "i3lock",
    "i3lock-color",
    "xsecurelock",
    "slock",
    "xlock",
    "xtrlock",
    "physlock",
    "swaylock",
    "gtklock",
    "hyprlock",
    "waylock",
    "lightdm-gtk-greeter",
    "lightdm-webkit2-greeter",
    "slick-greeter",
    "arctica-greeter",
    "unity-greeter",
    "io.elementary.greeter",
    "gdm-session-worker",
    "sddm-greeter",
    "sddm-greeter-qt6",
    "regreet",
];

const SUREHAND: &[&str] = &["surehand", "surehand-mcp", "surehand-indicator", "dev.surehand.surehand"];

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, aliases: &[&str]) -> Option<Guarded> {
        let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
        Guarded::of(&App { name: name.to_owned(), aliases, pid: 0 })
    }

    #[test]
    fn known_by_name_desktop_id_or_executable() {
        for (name, aliases, expected) in [
            ("Terminal", &["org.gnome.Terminal", "gnome-terminal-server"][..], Guarded::Terminal),
            ("Konsole", &["org.kde.konsole.desktop"], Guarded::Terminal),
            ("root@host: ~", &["XTerm"], Guarded::Terminal),
            ("Xfce-Terminal", &["xfce4-terminal"], Guarded::Terminal),
            ("Konsole", &[".konsole-wrapped"], Guarded::Terminal),
            ("KeePassXC", &[], Guarded::PasswordManager),
            ("B", &["com.bitwarden.desktop"], Guarded::PasswordManager),
            ("Passwörter", &["org.gnome.seahorse.Application"], Guarded::Keyring),
            ("Unlock", &["gcr-prompter"], Guarded::Keyring),
            ("Enter PIN", &["pinentry-gtk-2"], Guarded::Keyring),
            ("Authenticate", &["polkit-gnome-authentication-agent-1"], Guarded::Authentication),
            ("gnome-shell", &[], Guarded::Authentication),
            ("Anmelden", &["lightdm-gtk-greeter"], Guarded::ScreenLock),
            ("Locked", &["kscreenlocker_greet"], Guarded::ScreenLock),
            ("surehand", &[], Guarded::Surehand),
        ] {
            assert_eq!(kind(name, aliases), Some(expected), "{name}");
        }
        let own = App { name: "anything".to_owned(), pid: std::process::id(), ..App::default() };
        assert_eq!(Guarded::of(&own), Some(Guarded::Surehand));
    }

    #[test]
    fn ordinary_apps_are_not() {
        for (name, alias) in [
            ("Calculator", "org.gnome.Calculator"),
            ("Text Editor", "org.gnome.TextEditor"),
            ("Mousepad", "mousepad"),
            ("Files", "org.gnome.Nautilus"),
            ("Firefox", "firefox-esr"),
            ("LibreOffice Calc", "soffice.bin"),
            ("Passport photos", "passport"),
            ("Xtermite", "xterm2"),
            ("", ""),
        ] {
            assert_eq!(kind(name, &[alias]), None, "{name}");
        }
    }

    #[test]
    fn names_are_in_small_letters_and_of_one_kind() {
        let mut all: Vec<&str> = Guarded::ALL.iter().flat_map(|kind| kind.names()).copied().collect();
        assert!(all.iter().all(|name| *name == name.trim().to_lowercase() && !name.ends_with(".desktop")));
        let before = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), before);
    }
}
