import type { TermFields } from "../terms/term-fields.ts";

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
  cancelBy: "leasingCancelBy",
  cost: "leasingCostCents",
  usualMonths: () => 12,
  isRunning: ({ status }) => !gone.includes(status),
};
