import { id } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { apiScopeNames } from "./scopes.ts";
import { tokenLifetimes } from "./tokens.ts";

export const createApiToken = z.strictObject({
  name: z.string().trim().min(1, { error: "Name: Pflichtfeld." }).max(80, { error: "Name: Höchstens 80 Zeichen." }),
  scopes: z.array(z.enum(apiScopeNames)).min(1, { error: "Rechte: Bitte mindestens eines wählen." }),
  /** One of the lifetimes offered. */
  days: z
    .number({ error: "Gültig: Bitte eine Dauer wählen." })
    .refine((days) => tokenLifetimes.some((known) => known === days), { error: "Gültig: Bitte eine Dauer wählen." }),
  creationId: creationId.optional(),
});

export const listApiTokens = z.strictObject({
  /** Everybody's, for who may manage the tokens of others. */
  all: z.boolean().default(false),
});

export const revokeApiToken = z.strictObject({ id });
