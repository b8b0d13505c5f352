import type { TermFields } from "../terms/term-fields.ts";

export const leasingDecisions = { open: "Offen", keep: "Weiter leasen", cancel: "Zurückgeben", handOver: "Kaufen" };

const gone: readonly unknown[] = ["retired", "sold", "missing"];

/** A leased device runs by the last day of its leasing, which ends unless somebody entered that it renews itself. */
export const leasingTerm: TermFields = {
  name: "Leasing",
  end: "leasingEndAt",
  boundary: "lastDay",
  period: "leasingPeriodMonths",
  noticeMonths: "leasingNoticeMonths",
  autoRenew: "leasingAutoRenew",
  decision: "leasingDecision",
  decisions: leasingDecisions,
  cancelBy: "leasingCancelBy",
  cost: "leasingCostCents",
  usualMonths: () => 12,
  isRunning: ({ status }) => !gone.includes(status),
};
