import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { impactTypes } from "./impact.ts";

/**
 * `id` is that of the host, domain or provider from which one asks; of a provider or of nameservers one may also ask by
 * one of its hosts or domains. `staying` names the hosts or domains that would not fall.
 */
export const readImpact = z.strictObject({
  type: z.enum(keysOf(impactTypes)),
  id,
  staying: z.array(id).max(500).default([]),
});
