import { id } from "../pagination.ts";
import { z } from "../zod.ts";

const label = z.string().trim().max(300, "Leistung: Höchstens 300 Zeichen.");

export const startTimer = z.strictObject({ customerId: id, websiteId: id.optional(), label: label.default("") });
/** `label` takes the place of what was said at the start. */
export const stopTimer = z.strictObject({ label: label.min(1, "Leistung: Pflichtfeld.").optional() });
