import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { claimSubjectTypes } from "./claims.ts";

export const claimKey = z.strictObject({ type: z.enum(claimSubjectTypes), id });
