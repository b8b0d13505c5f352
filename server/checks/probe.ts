import type { CauseCode } from "../../contract/checks/causes.ts";
import type { CertificateLevel } from "../../contract/checks/certificate-levels.ts";
import type { CheckConfig } from "../../contract/checks/configs.ts";
import type { CertificateFacts } from "../../contract/checks/facts.ts";
import type { CheckKind, CheckTargetType, Phase } from "../../contract/checks/kinds.ts";
import type { DeafTime } from "./deafness.ts";

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
  /** Certificates in PEM of issuers that are trusted besides those of the system. */
  trust?: readonly string[];
  /** The system's `ping`, by another name than its own. */
  pingCommand?: string;
  /** Whether a certificate for this name that lives longer has been seen anywhere. */
  isRenewedElsewhere?(facts: CertificateFacts): boolean | Promise<boolean>;
  /** What the target of a push check has reported last; undefined where it never has. */
  readHeartbeat?(checkId: string): Heartbeat | undefined | Promise<Heartbeat | undefined>;
  /** When the portal could take no report, the earliest first. */
  deafTimes?(): readonly DeafTime[];
}

export interface Heartbeat {
  /** When the report came, or when the check was made where none has come yet; ISO 8601. */
  at: string;
  /** It says itself that something is wrong. */
  isDown: boolean;
  message: string | null;
  /** How full the disk of a server is, in percent. */
  diskPercent?: number | null;
  /** How long the work took that reports, in milliseconds. */
  pingMs: number | null;
  /** How often it reports. */
  everySeconds: number;
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
  /** How much of its life is left. */
  certificateLevel?: CertificateLevel;
  bodyHash?: string;
  title?: string;
  size?: number;
  finalUrl?: string;
  banner?: string;
  /** The IP address that it connected to: checks of one address come one after the other. */
  remoteAddress?: string;
  /** It was asked for a connection and took none. */
  isSilent?: boolean;
  retryAfterS?: number;
}

/** Looks at a target once, over a connection of its own; never throws for what the target does. */
export type Probe<Kind extends CheckKind = CheckKind> = (
  check: CheckOrder<Kind>,
  tools: ProbeTools,
) => Promise<ProbeOutcome>;
