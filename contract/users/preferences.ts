import type { BlockArrangement } from "../dashboard/blocks.ts";
import type { ListDensity } from "../records/list-state.ts";

/** Where somebody may want to begin after they have signed in. */
export const startPages = {
  "/": "Dashboard",
  "/websites": "Websites",
  "/domains": "Domains",
  "/hosts": "Hoster",
  "/customers": "Kunden",
  "/devices": "Geräte",
  "/wiki": "Wiki",
  "/feedback": "Feedback",
} as const;
export type StartPage = keyof typeof startPages;

/** How a person wants the portal, on every device of theirs. */
export interface Preferences {
  /** Of lists whose address does not say. */
  density: ListDensity;
  startPage: StartPage;
  /** Nobody sees them online, and they see nobody. */
  isInvisible: boolean;
  /** The dashboard as they have arranged it; null leaves it as the team has it. */
  dashboard: BlockArrangement | null;
}

export const plainPreferences: Preferences = {
  density: "comfortable",
  startPage: "/",
  isInvisible: false,
  dashboard: null,
};
