import { id, limit, page } from "../pagination.ts";
import { z } from "../zod.ts";
import { mailKinds, mailStates } from "./mail.ts";

export const listMails = z.strictObject({
  page: page.default(1),
  limit: limit.default(25),
  search: z.string().trim().max(100).optional(),
  where: z.strictObject({ state: z.enum(mailStates).optional(), kind: z.enum(mailKinds).optional() }).default({}),
});

export const getMailStatus = z.strictObject({});
export const resendMail = z.strictObject({ id });

/** Without an address the test goes to whoever asks for it. */
export const testMail = z.strictObject({
  to: z
    .string()
    .trim()
    .max(254, { error: "Empfänger: Höchstens 254 Zeichen." })
    .pipe(z.email({ pattern: z.regexes.html5Email, error: "Empfänger: Keine gültige E-Mail-Adresse." }))
    .optional(),
});
