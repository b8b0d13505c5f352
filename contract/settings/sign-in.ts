import { z } from "../zod.ts";

/** How people sign in beside e-mail and password. */
export const signInSettings = z.strictObject({});
