import { maxCompared } from "../api/limits.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";

export const listNameservers = z.strictObject({
  ids: z
    .array(id)
    .min(1)
    .max(maxCompared, { error: `Domains: Höchstens ${maxCompared} auf einmal.` }),
});
