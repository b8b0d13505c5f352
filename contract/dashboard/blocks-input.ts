import { z } from "../zod.ts";
import { blockKeys } from "./blocks.ts";

const keys = z
  .array(z.enum(blockKeys, { error: "Dashboard: Diesen Block gibt es nicht." }))
  .max(blockKeys.length)
  .refine((list) => new Set(list).size === list.length, { error: "Dashboard: Jeden Block nur einmal." });

/** An arrangement of the dashboard's blocks; empty lists leave it as it comes. */
export const blockArrangement = z.strictObject({ order: keys.default([]), hidden: keys.default([]) });
