import { type DeadlineRule, renewsUnasked } from "../deadlines/rule.ts";

const leaves = [{ field: "renewDecision", in: ["cancel", "handOver"] }] as const;
const ofTerm = {
  type: "domain",
  cancelField: "cancelBy",
  cancelledWhen: leaves,
  staysDue: true,
  ofTerm: true,
  movesOn: { days: 28, as: "renewed" },
} as const;

export const domainDeadlines = {
  domainRenewal: {
    ...ofTerm,
    field: "renewsAt",
    label: "Domain-Verlängerung",
    leadDays: 30,
    over: "überfällig",
    only: [{ field: "renewDecision", notIn: ["cancel", "handOver"] }],
    beside: ["autoRenew"],
    isQuiet: ({ autoRenew, renewDecision, cancelBy }) =>
      renewsUnasked({ autoRenew: autoRenew !== false, decision: renewDecision, cancelBy }),
  },
  domainCancel: {
    ...ofTerm,
    field: "cancelBy",
    label: "Kündigungsfrist",
    leadDays: 30,
    over: "Kündigungsfrist verpasst, Entscheidung offen",
    overUntil: "renewsAt",
    only: [{ field: "renewDecision", in: ["open"] }],
  },
  nis2Verification: {
    type: "domain",
    field: "nis2DeadlineAt",
    label: "Inhaberdaten bestätigen (DENIC)",
    leadDays: 14,
    over: "Frist überschritten",
    staysDue: true,
    only: [{ field: "nis2VerifiedAt", isEmpty: true }],
  },
} as const satisfies Record<string, DeadlineRule>;
