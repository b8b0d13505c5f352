import { z } from "../zod.ts";
import { whose } from "./dashboard.ts";

export const noInput = z.undefined();

export const listDue = z.strictObject({
  /** Without a choice: what concerns the person, or everything where nothing does. */
  whose: z.enum(whose).optional(),
  limit: z.number().int().min(1).max(500).default(10),
});
