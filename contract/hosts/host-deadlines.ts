import { type DeadlineRule, renewsUnasked } from "../deadlines/rule.ts";

const runs = { field: "lifecycle", notIn: ["shutDown"] } as const;
const ofTerm = {
  type: "host",
  cancelField: "cancelBy",
  ofTerm: true,
  movesOn: { days: 28, as: "renewed" },
  cancelledWhen: [{ field: "renewDecision", notIn: ["keep"] }],
} as const;

export const hostDeadlines = {
  hostRenewal: {
    ...ofTerm,
    field: "renewsAt",
    label: "Hosting-Verlängerung",
    leadDays: 30,
    over: "überfällig",
    only: [runs, { field: "renewDecision", notIn: ["cancel", "handOver"] }],
    beside: ["autoRenew"],
    staysDue: true,
    isQuiet: ({ autoRenew, renewDecision, cancelBy }) =>
      renewsUnasked({ autoRenew: autoRenew !== false, decision: renewDecision, cancelBy }),
  },
  hostCancel: {
    ...ofTerm,
    field: "cancelBy",
    label: "Kündigungsfrist",
    leadDays: 30,
    over: "Kündigungsfrist verpasst",
    only: [runs, { field: "renewDecision", notIn: ["keep", "cancel", "handOver"] }],
    overUntil: "renewsAt",
  },
} as const satisfies Record<string, DeadlineRule>;
