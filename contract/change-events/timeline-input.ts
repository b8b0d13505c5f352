import { id, limit, page } from "../pagination.ts";
import { z } from "../zod.ts";
import { timelineTypes } from "./change-events.ts";

/** What the timeline shows: everything, what people did, what machines noticed, or what of that nobody had planned. */
export const timelineViews = { all: "Alles", people: "Menschen", machine: "Automatik", unplanned: "Nur Ungeplantes" };
export const timelineView = z.enum(["all", "people", "machine", "unplanned"]);
export type TimelineView = z.infer<typeof timelineView>;

export const listTimeline = z.strictObject({
  type: z.enum(timelineTypes, { error: "Zeitstrahl: Diese Art von Eintrag hat keinen." }),
  id,
  view: timelineView.default("all"),
  page: page.default(1),
  limit: limit.default(25),
});

/** What was noticed last, of everything; for the dashboard. */
export const listLatest = z.strictObject({ limit: limit.max(25).default(6), isUnplanned: z.boolean().default(false) });
