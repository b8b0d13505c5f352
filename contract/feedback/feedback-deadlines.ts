import type { DeadlineRule } from "../deadlines/rule.ts";
import { closedStatuses } from "./statuses.ts";

export const feedbackDeadlines = {
  feedbackDue: {
    type: "feedback",
    field: "dueAt",
    label: "Feedback fällig",
    leadDays: 7,
    over: "überfällig",
    staysDue: true,
    only: [{ field: "status", notIn: closedStatuses }],
    cancelledWhen: [{ field: "status", in: ["rejected", "duplicate"] }],
  },
} as const satisfies Record<string, DeadlineRule>;
