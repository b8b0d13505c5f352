import type { TermFields } from "../terms/term-fields.ts";

/** A domain runs until the day on which it renews itself. */
export const domainTerm: TermFields = {
  start: "registeredAt",
  end: "renewsAt",
  boundary: "renewalDay",
  period: "periodMonths",
  noticeDays: "noticeDays",
  noticeMonths: "noticeMonths",
  autoRenew: "autoRenew",
  decision: "renewDecision",
  cancelBy: "cancelBy",
  endsOn: "endsAt",
  price: "priceCents",
  cost: "costCents",
  usualMonths: () => 12,
  isRunning: () => true,
};
