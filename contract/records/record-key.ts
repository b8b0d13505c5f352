import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { recordTypes } from "./record-types.ts";

/** Names a record of any type. */
export const recordKey = z.strictObject({ type: z.enum(recordTypes), id });
