import type { TermFields } from "../terms/term-fields.ts";

export const hostDecisions = { open: "Offen", keep: "Behalten", cancel: "Kündigen", handOver: "Abgeben an Kunde" };

/** A host is rented until the day on which that renews itself; what is paid by the month runs by the month. */
export const hostTerm: TermFields = {
  start: "startAt",
  end: "renewsAt",
  boundary: "renewalDay",
  period: "periodMonths",
  noticeDays: "noticeDays",
  noticeMonths: "noticeMonths",
  noticeTo: "noticeTo",
  autoRenew: "autoRenew",
  decision: "renewDecision",
  decisions: hostDecisions,
  cancelBy: "cancelBy",
  endsOn: "endsAt",
  cost: "costCents",
  usualMonths: ({ billing }) => (billing === "yearly" ? 12 : 1),
  isRunning: ({ lifecycle }) => lifecycle !== "shutDown",
  status: { name: "lifecycle", running: "active", ended: "shutDown" },
};
