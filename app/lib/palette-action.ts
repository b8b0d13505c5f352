import type { LucideIcon } from "lucide-react";
import type { Session } from "../../contract/auth/auth.ts";

/** What an action of the palette can use. */
export interface PaletteContext {
  person: Session["user"];
  unread: number;
  navigate: (path: string) => void;
  signOut: () => void;
}

/** In the order in which the groups stand while nothing is searched for. */
export const paletteGroups = ["Gehe zu", "Dieser Eintrag", "Zuletzt geöffnet", "Bereiche", "Befehle"] as const;

/** What a row shows, and what it does. */
export interface PaletteRow {
  id: string;
  name: string;
  note?: string | undefined;
  group: string;
  /** The icon at the left; without one it is the first letter of the name, in the colour of the thing. */
  icon?: LucideIcon | undefined;
  thingId?: string;
  /** At the right: a figure, a state. */
  hint?: string | undefined;
  /** At the right: the keys that do the same from anywhere, as `mod+j`. */
  shortcut?: string | undefined;
  perform: () => void;
}

export interface PaletteAction extends PaletteRow {
  group: (typeof paletteGroups)[number];
  /** Further words under which it is found, parted by commas. */
  keywords?: string;
  icon: LucideIcon;
  /** Shows only while something is searched for. */
  isOnDemand?: true;
  /** Stands before the other commands. */
  isFrequent?: true;
}

/** The one export of a feature's `palette.ts`. */
export type PaletteSource = (context: PaletteContext) => PaletteAction[];
