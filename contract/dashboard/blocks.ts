import { isOneOf, keysOf } from "../narrowing.ts";

/** The parts of the dashboard below its sentence, in the order in which they stand until somebody says otherwise. */
export const dashboardBlocks = {
  due: "Handlungsbedarf",
  situation: "Lage",
  renewals: "Nächste Verlängerungen",
  responses: "Antwortzeiten 24 h",
  recent: "Zuletzt geändert",
  changes: "Bemerkte Änderungen",
  team: "Team online",
  pages: "Neue Wiki-Seiten",
  devices: "Meine Geräte",
} as const;
export type DashboardBlock = keyof typeof dashboardBlocks;
export const blockKeys = keysOf(dashboardBlocks);

/** What the day's sentence speaks of stays where it can be seen. */
export const lastingBlock: DashboardBlock = "due";

/** The order of the blocks, and which of them are not shown. */
export interface BlockArrangement {
  order: DashboardBlock[];
  hidden: DashboardBlock[];
}

/** What a person's dashboard shows, and whether that is their own arrangement. */
export interface DashboardLayout extends BlockArrangement {
  isOwn: boolean;
}

/** A whole arrangement of what somebody has arranged once: what came since stands behind what it follows by default. */
export function wholeArrangement({ order, hidden }: BlockArrangement): BlockArrangement {
  const whole = [...new Set(order)].filter((key) => isOneOf(blockKeys, key));
  if (whole.length === 0) whole.push(...blockKeys);
  blockKeys.forEach((key, index) => {
    if (whole.includes(key)) return;
    const before = blockKeys[index - 1];
    whole.splice(before ? whole.indexOf(before) + 1 : 0, 0, key);
  });
  return { order: whole, hidden: blockKeys.filter((key) => hidden.includes(key) && key !== lastingBlock) };
}
