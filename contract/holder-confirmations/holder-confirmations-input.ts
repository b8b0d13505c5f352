import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { holderAnswers, maxConfirmedDomains, maxDomainsPerMail } from "./holder-confirmations.ts";

export const listConfirmations = z.strictObject({ domainId: id });
export const listHolderAskable = z.strictObject({ domainIds: z.array(id).min(1).max(maxConfirmedDomains) });
export const askHolder = z.strictObject({
  customerId: id,
  contactId: id,
  domainIds: z
    .array(id)
    .min(1, "Domains: Bitte wähle mindestens eine aus.")
    .max(maxDomainsPerMail, `Domains: Höchstens ${maxDomainsPerMail} auf einmal.`)
    .refine((ids) => new Set(ids).size === ids.length, "Domains: Jede nur einmal."),
});
export const withdrawConfirmation = z.strictObject({ id });

/** What somebody sends from the page of their link. */
export const confirmHolder = z.strictObject({
  name: z
    .string({ error: "Ihr Name: Pflichtfeld." })
    .trim()
    .min(2, "Ihr Name: Bitte sagen Sie uns, wer antwortet.")
    .max(120, "Ihr Name: Höchstens 120 Zeichen."),
  answers: z.record(
    z.string().max(64),
    z.strictObject({
      answer: z.enum(holderAnswers),
      fingerprint: z.string().max(64),
      correction: z.string().trim().max(1000, "Was stimmt nicht: Höchstens 1000 Zeichen."),
    }),
  ),
});
