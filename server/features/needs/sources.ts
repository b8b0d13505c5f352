import type { DueSummary, Whose } from "../../../contract/dashboard/dashboard.ts";
import type { Need, NeedSourceName } from "../../../contract/dashboard/needs.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** Until when something with a date asks, as `YYYY-MM-DD`; what is overdue asks until somebody acts. */
export interface NeedWindow {
  today: string;
  /** The last day that counts as soon. */
  soonTo: string;
  to: string;
}

/** What a source has for a person, read when somebody wants the rows. */
export interface OpenNeeds {
  summary: Record<Whose, DueSummary>;
  /** The first so many by rank. */
  read(whose: Whose, limit: number): Promise<Need[]>;
}

/** Where things come from that ask for an act; each tells only of what the person may read. */
export interface NeedSource {
  name: NeedSourceName;
  open(ctx: PersonContext, window: NeedWindow): Promise<OpenNeeds>;
  /** Whether it has this for the person now, so that it can be put off; absent where that is kept elsewhere. */
  has?(ctx: PersonContext, id: string): Promise<boolean>;
}

const sources = new Map<NeedSourceName, NeedSource>();

/** Makes a source known; called once for each, where all features meet. */
export function registerNeedSource(source: NeedSource): void {
  sources.set(source.name, source);
}

export const registeredNeeds = (): readonly NeedSource[] => [...sources.values()];
export const needSourceOf = (name: NeedSourceName): NeedSource | undefined => sources.get(name);
