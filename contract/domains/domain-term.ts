import type { TermFields } from "../terms/term-fields.ts";

export const domainDecisions = { open: "Offen", keep: "Behalten", cancel: "Kündigen", handOver: "Abgeben an Kunde" };

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
  decisions: domainDecisions,
  cancelBy: "cancelBy",
  endsOn: "endsAt",
  price: "priceCents",
  cost: "costCents",
  usualMonths: () => 12,
  isRunning: () => true,
};
