import { z } from "../zod.ts";

/** What the agency calls itself. */
export const generalSettings = z.strictObject({
  agencyName: z.string().trim().max(80, { error: "Name der Agentur: Höchstens 80 Zeichen." }).default(""),
});
