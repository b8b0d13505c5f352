import { z } from "../zod.ts";
import type { CheckKind } from "./kinds.ts";

const statusRange = z
  .string()
  .regex(/^[1-5]\d\d(-[1-5]\d\d)?$/, "Erwartete Codes: Bitte Codes wie 200 oder Bereiche wie 200-399 angeben.");
const header = z.strictObject({ name: z.string().trim().min(1).max(100), value: z.string().max(2000) });

/** How a page is asked for and what its answer has to be. */
export const httpConfig = z.strictObject({
  url: z.string().max(2048).default(""),
  method: z.enum(["GET", "HEAD", "POST"]).default("GET"),
  expectedCodes: z.array(statusRange).min(1).max(20).default(["200-399"]),
  keyword: z.string().max(300).nullable().default(null),
  forbiddenKeyword: z.string().max(300).nullable().default(null),
  jsonPath: z.string().max(300).nullable().default(null),
  jsonValue: z.string().max(300).nullable().default(null),
  headers: z.array(header).max(20).default([]),
  body: z.string().max(10_000).nullable().default(null),
  /** Its password is sealed and lies beside the check. */
  basicUser: z.string().max(200).nullable().default(null),
  followsRedirects: z.boolean().default(true),
  expectedUrl: z.string().max(2048).nullable().default(null),
  verifiesTls: z.boolean().default(true),
  /** From how many milliseconds on an answer counts as slow. */
  slowMs: z.number().int().min(1).max(60_000).default(3000),
  userAgent: z.string().max(300).nullable().default(null),
});
export const tlsConfig = z.strictObject({
  host: z.string().default(""),
  port: z.number().int().min(1).max(65_535).default(443),
  startTls: z.enum(["smtp", "imap", "pop3"]).nullable().default(null),
});
export const tcpConfig = z.strictObject({
  host: z.string().default(""),
  port: z.number().int().min(1).max(65_535).default(443),
  slowMs: z.number().int().min(1).max(60_000).default(1000),
});
export const pingConfig = z.strictObject({
  host: z.string().default(""),
  slowMs: z.number().int().min(1).max(60_000).default(500),
});
export const dnsConfig = z.strictObject({
  name: z.string().default(""),
  type: z.enum(["A", "AAAA", "MX", "NS", "TXT", "CNAME", "SOA", "CAA"]).default("NS"),
  /** What the answer has to hold; anything will do when empty. */
  expected: z.array(z.string().max(500)).max(20).default([]),
});
export const smtpConfig = z.strictObject({
  host: z.string().default(""),
  port: z.number().int().min(1).max(65_535).default(25),
  /** What its greeting has to hold. */
  banner: z.string().max(200).nullable().default(null),
});
export const pushConfig = z.strictObject({
  /** How long after a missed report it counts as late. */
  graceSeconds: z.number().int().min(0).max(86_400).default(60),
});

/** What a check of each kind is told; every schema yields its defaults from `{}`. */
export const checkConfigs = {
  http: httpConfig,
  tls: tlsConfig,
  tcp: tcpConfig,
  ping: pingConfig,
  dns: dnsConfig,
  smtp: smtpConfig,
  push: pushConfig,
} as const satisfies Record<CheckKind, z.ZodType>;
export type CheckConfig<Kind extends CheckKind = CheckKind> = z.output<(typeof checkConfigs)[Kind]>;
