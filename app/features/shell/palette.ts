import { FileSignature, LogOut, MoonStar, Siren, User } from "lucide-react";
import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";
import { toggleTheme } from "../../lib/theme.ts";
import { navigation } from "./navigation.ts";

const paletteActions: PaletteSource = ({ person, navigate, signOut }) => [
  {
    id: "go/contracts",
    name: "Verträge",
    group: "Bereiche",
    icon: FileSignature,
    perform: () => navigate("/contracts"),
  },
  {
    id: "go/incidents",
    name: "Störungen",
    keywords: "Ausfall,Vorfall,Incident,offline",
    group: "Bereiche",
    icon: Siren,
    perform: () => navigate("/incidents"),
  },
  ...navigation.flatMap((entry): PaletteAction[] =>
    entry.path && entry.path !== "/"
      ? [
          {
            id: `go${entry.path}`,
            name: entry.label,
            group: "Bereiche",
            icon: entry.icon,
            perform: () => navigate(entry.path),
          },
        ]
      : [],
  ),
  {
    id: "account",
    name: "Account",
    note: person.name,
    keywords: "Konto,Profil,Passwort",
    group: "Befehle",
    icon: User,
    perform: () => navigate(`/users/${person.id}`),
  },
  {
    id: "theme",
    name: "Design wechseln",
    keywords: "dunkel,hell,dark,light,theme",
    group: "Befehle",
    icon: MoonStar,
    shortcut: "mod+j",
    perform: toggleTheme,
  },
  {
    id: "sign-out",
    name: "Abmelden",
    keywords: "logout,sign out,ausloggen",
    group: "Befehle",
    icon: LogOut,
    perform: signOut,
  },
];

export default paletteActions;
