import { isCauseCode } from "../checks/causes.ts";
import { type CertificateLevel, certificateLevels } from "../checks/certificate-levels.ts";
import type { CheckKind, CheckTargetType } from "../checks/kinds.ts";
import { keysOf } from "../narrowing.ts";
import { hourMs, minuteMs } from "../time/durations.ts";
import { z } from "../zod.ts";

/** What agents and portals say to each other; both refuse another one. */
export const agentProtocol = 1;
export const agentPaths = { plan: "/api/agent/plan", results: "/api/agent/results" } as const;

export const maxResultsPerBatch = 250;
export const maxChecksPerPlan = 500;
/** What happened longer ago is of no use to anybody. */
export const maxResultAgeMs = 24 * hourMs;
/** How far a result may be ahead of the portal: the way there takes time, and clocks run unevenly. */
export const maxResultAheadMs = minuteMs;

const runId = z.string().regex(/^[\w-]{16,64}$/);
const seq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const moment = z.number().int().min(0).max(8.64e15);
const hello = {
  protocol: z.literal(agentProtocol),
  version: z.string().max(60),
  runId,
  /** The clock of the host, in milliseconds. */
  clock: moment,
  /** Results that wait to be handed in. */
  held: z.number().int().min(0),
};

export const askPlan = z.object({
  ...hello,
  /** Up to which change the checks are known; revision 0 for all of them. */
  position: z.object({ revision: z.number().int().min(0), id: z.string().max(64) }),
});

/** A check as an agent is told of it, with its secret unsealed. */
export interface PlannedForAgent {
  id: string;
  kind: CheckKind;
  target: { type: CheckTargetType; id: string };
  address: string;
  intervalS: number;
  timeoutMs: number;
  priority: number;
  isActive: boolean;
  isRemoved: boolean;
  config: string;
  secret: string | null;
  quietFrom: number | null;
  quietUntil: number | null;
  askedAt: number | null;
  revision: number;
}

export interface AgentPlan {
  /** The portal's clock, in milliseconds. */
  now: number;
  name: string;
  publicUrl: string | null;
  canaries: string[];
  maxChecks: number;
  /** What has changed since the position; there is more where it is full. */
  checks: PlannedForAgent[];
}

const text = (max: number) => z.string().max(max);
const ms = z.number().min(0).max(hourMs);
const levels: readonly CertificateLevel[] = keysOf(certificateLevels);

const certificate = z.object({
  subject: text(1000),
  names: z.array(text(300)).max(2000),
  issuer: text(1000),
  serial: text(200),
  fingerprint: text(200),
  keyFingerprint: text(200),
  key: text(100),
  validFrom: z.iso.datetime({ offset: true }),
  validTo: z.iso.datetime({ offset: true }),
  protocol: text(40).nullable(),
  signature: text(100).optional(),
  isTrusted: z.boolean(),
  isSelfSigned: z.boolean(),
  matchesName: z.boolean(),
  chain: z.array(z.object({ subject: text(1000), issuer: text(1000), validTo: text(40) })).max(20),
});

/** What came of one look, as `ProbeOutcome` of the server has it. */
const found = z.object({
  outcome: z.enum(["ok", "degraded", "failed"]),
  phases: z.object({
    dns: ms.optional(),
    connect: ms.optional(),
    tls: ms.optional(),
    ttfb: ms.optional(),
    total: ms.optional(),
  }),
  httpStatus: z.number().int().min(0).max(9999).optional(),
  code: text(60).refine(isCauseCode).optional(),
  text: text(2000).optional(),
  evidence: z
    .json()
    .refine((value) => JSON.stringify(value).length <= 20_000)
    .optional(),
  certificate: certificate.optional(),
  certificateLevel: z.enum(levels).optional(),
  bodyHash: text(200).optional(),
  title: text(10_000).optional(),
  size: z.number().int().min(0).optional(),
  finalUrl: text(10_000).optional(),
  banner: text(10_000).optional(),
  remoteAddress: text(64).optional(),
});

const result = z.object({
  seq,
  checkId: z.string().min(1).max(64),
  /** When the look began, by the portal's clock. */
  at: moment,
  /** The agent's own connection was gone: a failure says nothing. */
  isBlind: z.boolean(),
  found,
});

/** A batch may come again: what is numbered up to the last that was taken of the same run is not counted twice. */
export const handIn = z.object({ ...hello, results: z.array(result).min(1).max(maxResultsPerBatch) });

/** Why a result is not counted: of a check that this agent does not make, or of an impossible time. */
export type ResultRefusal = "foreign" | "time";

export interface HandedIn {
  now: number;
  /** All up to this number are dealt with and need not be sent again. */
  lastSeq: number;
  refused: { seq: number; checkId: string; reason: ResultRefusal }[];
}
