import { id, limit, page } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { webhookEvents } from "./webhooks.ts";

const body = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "Adresse: Bitte eine gültige Adresse mit http:// oder https:// eingeben." })
    .max(2048, { error: "Adresse: Höchstens 2048 Zeichen." })
    .refine((text) => !/^https?:\/\/[^/]*@/.test(text), { error: "Adresse: Bitte ohne Benutzer und Passwort." }),
  description: z.string().trim().max(120, { error: "Beschreibung: Höchstens 120 Zeichen." }),
  events: z
    .array(z.string().refine((event) => webhookEvents.includes(event), { error: "Ereignisse: Dieses gibt es nicht." }))
    .min(1, { error: "Ereignisse: Bitte mindestens eines wählen." })
    .max(100, { error: "Ereignisse: Höchstens 100." }),
  isEnabled: z.boolean(),
});

/** Only what is made has defaults: what a change leaves out stays. */
const newBody = body.extend({
  description: body.shape.description.default(""),
  isEnabled: body.shape.isEnabled.default(true),
});
export const createWebhook = z.strictObject({ body: newBody, creationId: creationId.optional() });
export const updateWebhook = z.strictObject({
  params: z.strictObject({ id }),
  body: body.partial(),
  version: z.number().int(),
});
export const webhookId = z.strictObject({ id });
export const listWebhooks = z.strictObject({});
export const listDeliveries = z.strictObject({
  webhookId: id.optional(),
  state: z.enum(["queued", "delivered", "failed"]).optional(),
  page: page.default(1),
  limit: limit.default(25),
});
export const resendDelivery = z.strictObject({ id });
