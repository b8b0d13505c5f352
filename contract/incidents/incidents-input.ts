import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { creationId, recordVersion } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { pinKinds } from "./incident-page.ts";

export const oneIncident = z.strictObject({ id });
export const listBanners = z.strictObject({});

export const closeIncident = z.strictObject({
  id,
  reason: z.enum(["fixed", "falseAlarm", "known"]),
  note: z.string().trim().max(2000, "Notiz: Höchstens 2.000 Zeichen.").optional(),
  version: recordVersion.optional(),
});

export const noteIncident = z.strictObject({
  id,
  text: z.string().trim().min(1, "Notiz: Pflichtfeld.").max(4000, "Notiz: Höchstens 4.000 Zeichen."),
  /** Made by the client, so that what is sent twice is written once. */
  clientId: z.string().min(8).max(64).optional(),
});

export const draftCustomerInfo = z.strictObject({ id, customerId: id });
export const sendCustomerInfo = z.strictObject({
  id,
  customerId: id,
  contactId: id,
  subject: z.string().trim().min(1, "Betreff: Pflichtfeld.").max(200, "Betreff: Höchstens 200 Zeichen."),
  text: z.string().trim().min(1, "Text: Pflichtfeld.").max(8000, "Text: Höchstens 8.000 Zeichen."),
  creationId: creationId.optional(),
});

export const setPin = z.strictObject({
  pageId: id,
  kind: z.enum(keysOf(pinKinds)),
  value: z.string().trim().min(1).max(80),
  on: z.boolean(),
});
