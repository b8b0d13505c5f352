import { z } from "../zod.ts";

/** Where the portal may send requests to. */
export const networkSettings = z.strictObject({});
