import { id } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import { z } from "../zod.ts";
import type { Similarity } from "./similarity-labels.ts";

const typed = z.string().max(2048).nullish();

/** What was typed of a customer so far. */
export const findSimilar = z.strictObject({
  name: typed,
  email: typed,
  website: typed,
  vatId: typed,
  exceptId: id.optional(),
});
export type TypedCustomer = z.infer<typeof findSimilar>;

export interface SimilarCustomer extends Ref {
  /** The strongest reason. */
  by: Similarity;
}
