import type { LucideIcon } from "lucide-react";
import type { Session } from "../../../contract/auth.ts";

/** What an action of the palette can use. */
export interface PaletteContext {
  person: Session["user"];
  unread: number;
  navigate: (path: string) => void;
  signOut: () => void;
}

/** In the order in which the groups stand; „Bereiche“ shows only while something is searched for. */
export const paletteGroups = ["Gehe zu", "Bereiche", "Befehle"] as const;

export interface PaletteAction {
  id: string;
  name: string;
  note?: string;
  /** Further words under which it is found, parted by commas. */
  keywords?: string;
  group: (typeof paletteGroups)[number];
  icon: LucideIcon;
  /** At the right: a figure. */
  hint?: string;
  /** At the right: the keys that do the same from anywhere, as `mod+j`. */
  shortcut?: string;
  perform: () => void;
}

/** The one export of a feature's `palette.ts`. */
export type PaletteSource = (context: PaletteContext) => PaletteAction[];
