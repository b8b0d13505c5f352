import { mentionKinds } from "../document/mentions.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";

/** People and records that a text mentions, each once. */
export const mentionedThings = z.strictObject({
  things: z
    .array(z.strictObject({ kind: z.enum(mentionKinds), id }))
    .min(1)
    .max(100),
});
