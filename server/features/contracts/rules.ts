import type { Rule } from "../../../contract/records/schema.ts";

export const endsAfterStart: Rule = ({ startAt, endAt }) =>
  startAt && endAt && endAt < startAt ? { endAt: ["Vertragsende: Datum liegt vor dem Startdatum."] } : {};

/** What is cancelled or over has a last day, which everything that follows from it is reckoned by. */
export const hasEndOnceCancelled: Rule = ({ status, endAt }) =>
  (status === "cancelled" || status === "ended") && endAt === null
    ? { endAt: ["Vertragsende: Wann endet der gekündigte Vertrag? Bitte ein Datum angeben."] }
    : {};
