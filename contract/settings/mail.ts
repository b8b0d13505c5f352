import { z } from "../zod.ts";

/** How mail leaves the portal; without a host none does. */
export const mailSettings = z.strictObject({});
