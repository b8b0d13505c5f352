import type { VantageChoice } from "../vantage-points/vantage-points.ts";
import type { CertificateLevel } from "./certificate-levels.ts";
import type { CertificateFacts } from "./facts.ts";
import type { CheckKind, CheckTargetType, CheckView, Phase } from "./kinds.ts";
import type { RecordCheckConfig } from "./settings-input.ts";
import type { CheckOutcome, CheckStatus } from "./status.ts";

/** The checks of one record, and how it is doing by them. */
export interface ChecksView {
  status: CheckStatus;
  since: Date | null;
  checks: CheckView[];
  can: { run: boolean; pause: boolean; configure: boolean };
}

/** What came of looking at a record because somebody asked for it. */
export interface CheckAnswer {
  target: { type: CheckTargetType; id: string };
  /** Of the record afterwards. */
  status: CheckStatus;
  results: CheckResult[];
}

export interface CheckResult {
  checkId: string;
  kind: CheckKind;
  /** Null where the answer took longer than anybody waits; it will still come. */
  outcome: CheckOutcome | null;
  at: Date | null;
  responseTimeMs: number | null;
  phases: Partial<Record<Phase, number>>;
  httpStatus: number | null;
  code: string | null;
  text: string | null;
  certificateExpiresAt: Date | null;
}

/** A certificate that was seen, the present one first. */
export interface CertificateView {
  facts: CertificateFacts;
  level: CertificateLevel;
  seenFrom: Date;
  seenUntil: Date;
  isPresent: boolean;
}

export interface CheckSettingsView {
  config: RecordCheckConfig;
  hasSecret: boolean;
  /** From where else it can be looked at. */
  vantagePoints: VantageChoice[];
  version: number;
  can: { update: boolean };
}
