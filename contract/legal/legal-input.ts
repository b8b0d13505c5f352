import { keysOf } from "../narrowing.ts";
import { id, limit, page } from "../pagination.ts";
import { z } from "../zod.ts";
import { legalFindingStates, legalGroups, legalLevels } from "./legal.ts";
import { legalRuleTitles } from "./rule-titles.ts";

export const listLegalFindings = z.strictObject({
  websiteId: id.optional(),
  customerId: id.optional(),
  state: z.enum(keysOf(legalFindingStates)).default("open"),
  level: z.enum(keysOf(legalLevels)).optional(),
  group: z.enum(keysOf(legalGroups)).optional(),
  rule: z.enum(keysOf(legalRuleTitles)).optional(),
  page: page.default(1),
  limit: limit.default(50),
});

export const legalOfCustomer = z.strictObject({ customerId: id });

export const acceptLegalFinding = z.strictObject({
  id,
  reason: z.string().trim().min(3, "Grund: Bitte sag, warum das so bleibt.").max(500, "Grund: Höchstens 500 Zeichen."),
});
export const oneLegalFinding = z.strictObject({ id });
