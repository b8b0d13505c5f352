import { keysOf } from "../narrowing.ts";
import type { Page } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import type { ListType } from "../records/record-types.ts";

/** By how much a price that was never raised is thought to be behind, in percent; said beside the estimate. */
export const raisePercent = 5;
/** How long a price may stay as it is, in months. */
export const unraisedMonths = 24;

/** What does not fit between what is looked after, what is agreed and what is invoiced; product.md 3.1. */
export const gapKinds = {
  uncoveredWebsite: {
    label: "Live-Website ohne Vertrag",
    estimate: "Was eine Website in euren Verträgen im Jahr bringt (Median).",
  },
  unpricedDomain: { label: "Domain mit Kosten, aber ohne Preis", estimate: "Der Einkauf im Jahr." },
  formerCustomer: {
    label: "Preis bei ehemaligem Kunden",
    estimate: "Was die Domain oder der Vertrag im Jahr bringen soll.",
  },
  bareContract: { label: "Vertrag ohne Bestand", estimate: "Was der Vertrag im Jahr bringt." },
  emptyHost: { label: "Bezahlter Hoster ohne Websites", estimate: "Die Kosten im Jahr." },
  unbilledTime: {
    label: "Stunden über der Inklusivzeit, nicht berechnet",
    estimate: "Die letzten zwölf Monate mit dem Stundensatz des Kunden.",
  },
  unraisedPrice: {
    label: "Preis seit über 24 Monaten unverändert",
    estimate: `${raisePercent} % dessen, was der Vertrag im Jahr bringt.`,
  },
  formerDevice: {
    label: "Gerät bei ehemaligem Kunden",
    estimate: "Ein Drittel des Kaufpreises, als wäre es in drei Jahren verbraucht.",
  },
} as const;

export type GapKind = keyof typeof gapKinds;
export const allGapKinds = keysOf(gapKinds);

export interface ContractGap {
  kind: GapKind;
  subject: Ref & { type: ListType };
  customer: Ref | null;
  /** Estimated by what `gapKinds` says; null where what it takes is not known. */
  yearlyCents: number | null;
  /** What it was found by. A gap that was settled comes back when this changes. */
  facts: string;
  settled: { reason: string; by: string | null; at: Date } | null;
}

export interface GapReport extends Page<ContractGap> {
  /** Of what is not settled, whatever is asked for. */
  kinds: { kind: GapKind; count: number; yearlyCents: number }[];
  yearlyCents: number;
}
