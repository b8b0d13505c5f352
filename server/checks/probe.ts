import type { CauseCode } from "../../contract/checks/causes.ts";
import type { CheckConfig } from "../../contract/checks/configs.ts";
import type { CertificateFacts } from "../../contract/checks/facts.ts";
import type { CheckKind, CheckTargetType, Phase } from "../../contract/checks/kinds.ts";

/** What a probe is told to do. */
export type CheckOrder<Kind extends CheckKind = CheckKind> = {
  [Each in Kind]: {
    id: string;
    kind: Each;
    target: { type: CheckTargetType; id: string };
    config: CheckConfig<Each>;
    /** Unsealed, such as the password of basic authentication. */
    secret: string | null;
    timeoutMs: number;
  };
}[Kind];

export interface CheckResolver {
  /** Name servers as `address:port`; those of the system when absent. */
  servers?: readonly string[];
  resolveName(name: string): Promise<{ address: string; family: number }[]>;
}

export interface ProbeTools {
  allowedNetworks: readonly string[];
  /** How names are asked for: at name servers of its own, or at those of the system. */
  resolver: CheckResolver;
  /** Ends the probe, whatever it waits for. */
  signal: AbortSignal;
  now(): Date;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What came of one look at a target. */
export interface ProbeOutcome {
  outcome: "ok" | "degraded" | "failed";
  /** In milliseconds. */
  phases: Partial<Record<Phase, number>>;
  httpStatus?: number;
  code?: CauseCode;
  /** A German sentence for people. */
  text?: string;
  /** Kept only where a check goes from one status to another. */
  evidence?: Json;
  certificate?: CertificateFacts;
  bodyHash?: string;
  title?: string;
  size?: number;
  finalUrl?: string;
  banner?: string;
  retryAfterS?: number;
}

/** Looks at a target once, over a connection of its own; never throws for what the target does. */
export type Probe<Kind extends CheckKind = CheckKind> = (
  check: CheckOrder<Kind>,
  tools: ProbeTools,
) => Promise<ProbeOutcome>;
