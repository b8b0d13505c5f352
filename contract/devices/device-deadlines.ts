import { type DeadlineRule, renewsUnasked } from "../deadlines/rule.ts";

const only = [{ field: "status", notIn: ["retired", "sold", "missing"] }] as const;

export const deviceDeadlines = {
  warrantyEnd: {
    type: "device",
    field: "warrantyUntil",
    label: "Garantieende",
    leadDays: 30,
    over: "abgelaufen",
    only,
  },
  leasingEnd: {
    type: "device",
    field: "leasingEndAt",
    label: "Leasingende",
    leadDays: 30,
    over: "abgelaufen",
    only,
    cancelField: "leasingCancelBy",
    staysDue: true,
    ofTerm: true,
    movesOn: { days: 28, as: "renewed" },
    beside: ["leasingAutoRenew", "leasingDecision"],
    isQuiet: ({ leasingAutoRenew, leasingDecision }) =>
      // No date of its own asks for the last day to cancel a lease.
      renewsUnasked({ autoRenew: leasingAutoRenew, decision: leasingDecision, cancelBy: null }),
  },
  deviceReturn: {
    type: "device",
    field: "expectedReturnAt",
    label: "Rückgabe fällig",
    leadDays: 7,
    over: "überfällig",
    staysDue: true,
    emptyMeansDone: true,
  },
  deviceAudit: {
    type: "device",
    field: "nextAuditAt",
    label: "Inventur fällig",
    leadDays: 14,
    over: "überfällig",
    only,
    staysDue: true,
    movesOn: { days: 28, as: "done" },
  },
} as const satisfies Record<string, DeadlineRule>;
