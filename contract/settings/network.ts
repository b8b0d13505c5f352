import { z } from "../zod.ts";

const network = z
  .string()
  .trim()
  .regex(/^[0-9a-f.:]+(\/\d{1,3})?$/i, {
    error: "Erlaubte Netze: Bitte eine Adresse oder ein Netz wie 10.0.0.0/8 angeben.",
  });

/** Where the portal may send requests to. */
export const networkSettings = z.strictObject({
  /** Private addresses and networks (CIDR) that may be reached in spite of being private. */
  allowedNetworks: z.array(network).max(50, { error: "Erlaubte Netze: Höchstens 50." }).default([]),
  /** Whether the links of wiki pages are asked once a month. */
  checksLinks: z.boolean().default(true),
});
