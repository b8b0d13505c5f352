import { z } from "../zod.ts";

/** Nobody may write a longer text into a record. */
export const maxNote = 20_000;

export const previewNote = z.strictObject({
  text: z.string().max(maxNote, `Text: Höchstens ${maxNote} Zeichen.`),
});
