import { id } from "../pagination.ts";
import { z } from "../zod.ts";

/** Takes the day of the registry in place of the one that somebody entered. */
export const adoptExpiry = z.strictObject({ id, version: z.number().int().min(1).optional() });

export const listEndings = z.strictObject({});
