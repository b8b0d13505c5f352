import { id } from "../pagination.ts";
import { bulkSelection } from "../records/bulk.ts";
import { recordVersion } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { termDecisions } from "./term.ts";
import { pricedTypes, termTypes } from "./term-types.ts";

const type = z.enum(termTypes);
const version = recordVersion.optional();
const dayOf = (label: string) => z.iso.date({ error: `${label}: Bitte einen Tag als JJJJ-MM-TT angeben.` });
/** Names the parts of one bulk command, which people are then told of at once. */
const changeSet = z.string().min(1).max(64).optional();
const reason = z.string().trim().max(500, "Grund: Höchstens 500 Zeichen.").optional();
const amount = (label: string) =>
  z
    .number({ error: `${label}: Betrag ist ungültig.` })
    .int(`${label}: Betrag ist ungültig.`)
    .min(0, `${label}: Betrag ist ungültig.`)
    .max(1_000_000_000_00, `${label}: Betrag ist ungültig.`)
    .nullable()
    .optional();

export const listTerms = z.strictObject({ type, id });

/** What becomes of the next end; without a day, the one there is time for. */
const decision = {
  decision: z.enum(termDecisions, { error: "Entscheidung: Bitte eine Auswahl treffen." }),
  effectiveOn: dayOf("Ende").optional(),
  reason,
};
export const decideTerm = z.strictObject({ type, id, ...decision, version });
export const decideTerms = z.strictObject({ type, selection: bulkSelection, ...decision, changeSet });

/** „Verlängert“: into the next period, or until a day. */
const renewal = { until: dayOf("Verlängert bis").optional(), reason };
export const renewTerm = z.strictObject({ type, id, ...renewal, version });
export const renewTerms = z.strictObject({ type, selection: bulkSelection, ...renewal, changeSet });

const price = {
  fromOn: dayOf("Preis ab"),
  /** What it brings and what it costs from then on; null for nothing, absent for as before. */
  priceCents: amount("Verkauf"),
  costCents: amount("Einkauf"),
  reason,
};
const pricedType = z.enum(pricedTypes);
export const changePrice = z.strictObject({ type: pricedType, id, ...price, version });
export const changePrices = z.strictObject({ type: pricedType, selection: bulkSelection, ...price, changeSet });
