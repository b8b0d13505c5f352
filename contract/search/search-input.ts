import { id } from "../pagination.ts";
import { pageTypes } from "../records/record-types.ts";
import { z } from "../zod.ts";
import { foundTypes, maxResults } from "./search.ts";

export const findRecords = z.strictObject({
  query: z.string().trim().max(200).default(""),
  /** Only these; everything when absent. */
  types: z.array(z.enum(foundTypes)).min(1).max(foundTypes.length).optional(),
  limit: z.number().int().min(1).max(maxResults).default(maxResults),
});

export const touchRecent = z.strictObject({ type: z.enum(pageTypes), id });
