import type { DeadlineRule } from "../deadlines/rule.ts";

export const customerDeadlines = {
  avvReview: {
    type: "customer",
    field: "avvReviewAt",
    label: "AVV prüfen",
    leadDays: 30,
    over: "überfällig",
    staysDue: true,
    only: [
      { field: "status", notIn: ["former"] },
      { field: "avvStatus", notIn: ["notNeeded"] },
    ],
    movesOn: { days: 28, as: "done" },
  },
} as const satisfies Record<string, DeadlineRule>;
