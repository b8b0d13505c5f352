import { z } from "../zod.ts";

/** Nobody may write a longer text into a record. */
export const longestNote = 20_000;

export const previewNote = z.strictObject({
  text: z.string().max(longestNote, `Text: Höchstens ${longestNote} Zeichen.`),
});
