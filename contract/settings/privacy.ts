import { z } from "../zod.ts";

/** How long the portal keeps what it notes. */
export const privacySettings = z.strictObject({});
