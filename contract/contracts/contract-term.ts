import type { TermFields } from "../terms/term-fields.ts";

export const contractDecisions = { open: "Offen", keep: "Behalten", cancel: "Kündigen" };

/** A contract runs by its last day; nobody needs to enter that where beginning and period say it. */
export const contractTerm: TermFields = {
  start: "startAt",
  end: "endAt",
  boundary: "lastDay",
  minTerm: "minTermMonths",
  period: "periodMonths",
  noticeDays: "noticeDays",
  noticeMonths: "noticeMonths",
  noticeTo: "noticeTo",
  autoRenew: "autoRenew",
  decision: "renewDecision",
  decisions: contractDecisions,
  cancelBy: "cancelBy",
  price: "cycleRevenueCents",
  usualMonths: () => 12,
  isRunning: ({ status }) => status === "active" || status === "cancelled",
  status: { name: "status", running: "active", cancelled: "cancelled", ended: "ended" },
};
