import { type DeadlineRule, renewsUnasked } from "../deadlines/rule.ts";

const active = { field: "status", in: ["active"] } as const;
const ofTerm = {
  type: "contract",
  cancelField: "cancelBy",
  ofTerm: true,
  movesOn: { days: 28, as: "renewed" },
  cancelledWhen: [{ field: "status", in: ["cancelled", "ended"] }],
} as const;

export const contractDeadlines = {
  contractEnd: {
    ...ofTerm,
    field: "endAt",
    label: "Vertragsende",
    leadDays: 30,
    over: "abgelaufen",
    only: [active],
    beside: ["autoRenew", "renewDecision"],
    isQuiet: ({ autoRenew, renewDecision, cancelBy }) =>
      renewsUnasked({ autoRenew, decision: renewDecision, cancelBy }),
  },
  contractCancel: {
    ...ofTerm,
    field: "cancelBy",
    label: "Kündigungsfrist",
    leadDays: 30,
    over: "Kündigungsfrist verpasst",
    overUntil: "endAt",
    only: [
      active,
      { field: "autoRenew", in: [true] },
      { field: "renewDecision", notIn: ["keep", "cancel", "handOver"] },
    ],
  },
} as const satisfies Record<string, DeadlineRule>;
