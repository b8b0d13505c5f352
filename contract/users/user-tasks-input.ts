import { id, limit, page } from "../pagination.ts";
import { z } from "../zod.ts";

export const ofPerson = z.strictObject({ id });
export const personActivity = z.strictObject({ id, page: page.default(1), limit: limit.default(50) });
