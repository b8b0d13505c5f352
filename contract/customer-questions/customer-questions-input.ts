import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { answers, askedTypes, maxAskedDomains } from "./customer-questions.ts";

const item = z.strictObject({ type: z.enum(askedTypes), id });

export const listQuestions = z.strictObject({ customerId: id });
export const askCustomer = z.strictObject({
  customerId: id,
  contactId: id,
  items: z
    .array(item)
    .min(1, "Punkte: Bitte wähle mindestens einen aus.")
    .max(50, "Punkte: Höchstens 50 auf einmal.")
    .refine(
      (items) => new Set(items.map(({ type, id }) => `${type}:${id}`)).size === items.length,
      "Punkte: Jeden nur einmal.",
    ),
});
export const listAskable = z.strictObject({ domainIds: z.array(id).min(1).max(maxAskedDomains) });
export const withdrawQuestion = z.strictObject({ id });

/** What a customer sends from the page of their link. */
export const answerQuestion = z.strictObject({
  name: z
    .string({ error: "Ihr Name: Pflichtfeld." })
    .trim()
    .min(2, "Ihr Name: Bitte sagen Sie uns, wer antwortet.")
    .max(120, "Ihr Name: Höchstens 120 Zeichen."),
  decisions: z.record(z.string().max(64), z.enum(answers)),
});
