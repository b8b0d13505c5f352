import type { DeadlineRule } from "../deadlines/rule.ts";

export const pageDeadlines = {
  wikiReview: {
    type: "page",
    field: "reviewAt",
    label: "Seite prüfen",
    leadDays: 14,
    over: "überfällig",
    staysDue: true,
    emptyMeansDone: true,
    movesOn: { days: 1, as: "done" },
    source: () => "computed",
  },
} as const satisfies Record<string, DeadlineRule>;
