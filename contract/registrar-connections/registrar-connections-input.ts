import { id } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { registrarServiceNames } from "./services.ts";

/** By the fields of the service; a secret that is left out stays as it is. */
const values = z.record(z.string().max(40), z.string().trim().max(2048));

export const connectionBody = z.strictObject({
  service: z.enum(registrarServiceNames),
  registrarAccountId: id,
  values: values.default({}),
});
export const createConnection = z.strictObject({ body: connectionBody, creationId: creationId.optional() });
export const updateConnection = z.strictObject({
  params: z.strictObject({ id }),
  /** Service and account stay: others are another connection. */
  body: z.strictObject({ values, isEnabled: z.boolean() }).partial(),
  version: z.number().int(),
});
export const connectionId = z.strictObject({ id });
export const listConnections = z.strictObject({});
export const importDomains = z.strictObject({
  id,
  names: z
    .array(z.string().max(253))
    .min(1, { error: "Domains: Bitte wähle mindestens eine." })
    .max(500, { error: "Domains: Höchstens 500 auf einmal." }),
});
export const domainAtRegistrar = z.strictObject({ id });
