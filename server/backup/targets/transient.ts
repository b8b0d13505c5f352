import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { BackupProblem } from "../backup-problem.ts";
import { explainStatus, sdkStatus } from "./explain-failure.ts";

/** A connection that was cut, or whose other side is silent. */
export class LostConnection extends BackupProblem {}

/** A server has answered, with a status that says no. */
export class RefusedStatus extends BackupProblem {
  readonly status: number;

  constructor(answer: string, status: number) {
    const [meaning, code = "failed"] = explainStatus(status) ?? [];
    super(meaning ? `${meaning}: ${answer}` : answer, { code });
    this.status = status;
  }
}

/** Too slow, locked, too many requests, or a server or gateway in trouble. 507 is not among them: a full disk stays full. */
const transientStatuses = new Set([408, 423, 425, 429, 500, 502, 503, 504]);
const transientCodes = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);
const transientCauses = new Set(["refused", "reset", "timeout", "unreachable", "dnsFailed"]);
/** What S3 and its SDK call a request that took too long; the first one comes with a status of 400. */
const transientNames = new Set(["RequestTimeout", "TimeoutError"]);

/** Whether the same request may be granted a moment later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof LostConnection) return true;
  if (!(error instanceof Error)) return false;
  const status = statusOf(error);
  if (status !== undefined) return transientStatuses.has(status) || transientNames.has(error.name);
  if (error instanceof OutboundProblem) return transientCauses.has(error.code);
  const reason = error instanceof AggregateError ? error.errors.at(-1) : error;
  return transientNames.has(error.name) || transientCodes.has(codeOf(reason));
}

/** The status of HTTP that an error tells of, also one of the SDK for S3. */
export const statusOf = (error: Error): number | undefined =>
  error instanceof RefusedStatus ? error.status : sdkStatus(error);

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
