import { id, maxPageSize } from "../pagination.ts";
import { z } from "../zod.ts";
import { checkTargetTypes } from "./kinds.ts";

/** The strips of what a list shows. */
export const listStrips = z.strictObject({
  type: z.enum(checkTargetTypes),
  ids: z.array(id).min(1).max(maxPageSize),
});

/** The slowest websites of the last day, and how everything watched is doing. */
export const listSlowest = z.strictObject({});
export const readFigures = z.strictObject({});
