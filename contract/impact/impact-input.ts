import { keysOf } from "../narrowing.ts";
import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { impactTypes } from "./impact.ts";

/** `id` is that of the host or the domain from which one asks, also about its provider or its nameservers. */
export const readImpact = z.strictObject({ type: z.enum(keysOf(impactTypes)), id });
