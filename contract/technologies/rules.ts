import { keysOf } from "../narrowing.ts";
import { z } from "../zod.ts";
import { technologyCategories } from "./technologies.ts";

const maxPattern = 300;
const name = z.string().trim().min(1).max(80);
const pattern = z.string().max(maxPattern);
const weight = z.number().int().min(1).max(100);

/** A pattern alone is proof; with a confidence it is only a hint. A group of a pattern is the version. */
const match = z.union([pattern, z.strictObject({ match: pattern, confidence: weight })]);
const many = z.array(match).max(10);
const named = z.record(z.string().min(1).max(100), match);
/** `tag#id.class[attribute*="value"]`, without descendants; of an attribute the pattern may read the version. */
const element = z.union([
  z.string().min(1).max(200),
  z.strictObject({
    select: z.string().min(1).max(200),
    attribute: z.string().min(1).max(80).optional(),
    match: pattern.optional(),
    confidence: weight.optional(),
  }),
]);

/** How a technology is known. At least one kind of evidence is needed. */
export const technologyRule = z.strictObject({
  category: z.enum(keysOf(technologyCategories)),
  implies: z.array(name).max(5).optional(),
  excludes: z.array(name).max(5).optional(),
  header: named.optional(),
  /** By the name of the cookie; `*` at its end stands for anything. */
  cookie: named.optional(),
  meta: named.optional(),
  scriptSrc: many.optional(),
  html: many.optional(),
  dom: z.array(element).max(10).optional(),
  /** A path is only asked for where the technology was found and its version was not. */
  url: z.record(z.string().startsWith("/").max(200), match).optional(),
  /** The issuer of the certificate. */
  tls: many.optional(),
  /** Aliases and name servers of the address. */
  dns: many.optional(),
});
export type TechnologyRule = z.infer<typeof technologyRule>;

/** `since` is the version in which a rule came or was changed last; those of the first go without. */
const shippedRule = technologyRule.extend({ since: z.number().int().min(2).optional() });
export const technologyRuleFile = z.strictObject({
  version: z.number().int().min(1),
  rules: z.record(name, shippedRule),
});
