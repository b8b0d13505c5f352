import type { ImapFlowError } from "imapflow";
import type { CauseCode } from "../../../../contract/checks/causes.ts";
import { cleanLine, cleanName } from "../../../../contract/document/clean-text.ts";
import type { ProblemCode } from "../../../../contract/problems.ts";
import { asOutboundProblem, OutboundProblem } from "../../../outbound/outbound-problem.ts";
import { Problem } from "../../../problem.ts";

const maxLength = 400;
const timeouts = new Set(["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT", "ETIMEOUT", "LockTimeout"]);
const tooMuch = new Set(["LineTooLarge", "LiteralTooLarge", "ResponseTooLarge", "TooManyTokens", "TooManyResponses"]);
const gone = new Set([
  "NoConnection",
  "EConnectionClosed",
  "StateLogout",
  "ClosedAfterConnectText",
  "ClosedAfterConnectTLS",
  "DownloadIncomplete",
  "ECONNRESET",
  "EPIPE",
]);
const notImap = new Set(["UnexpectedTag", "MissingTag", "InvalidResponse", "ResponseProcessingFailed"]);

interface Failure {
  code: CauseCode | ProblemCode | "signInRefused" | "refused" | "readOnly" | "tooMuch";
  /** For people, with the server's own words where it said any. */
  message: string;
}

/** Why a mailbox cannot be read. */
export class MailboxFailure extends Error {
  override name = "MailboxFailure";
  readonly code: Failure["code"];

  constructor({ code, message }: Failure, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

interface Ending {
  /** What ended the connection before the call failed. */
  ending?: unknown;
  /** The time of the whole run has passed. */
  isOver?: boolean;
}

/** What an error of the mailbox means. */
export function describeFailure(error: unknown, { ending, isOver = false }: Ending = {}): Failure {
  if (error instanceof Problem || error instanceof OutboundProblem || error instanceof MailboxFailure) return error;
  if (isOver) return silent;
  const { code = "", authenticationFailed, tlsFailed, responseText, reason } = fieldsOf(error);
  if (gone.has(code) && ending !== undefined && fieldsOf(ending).code !== code) return describeFailure(ending);
  const words = cleanName(cleanLine(String(responseText || reason || "")).trim(), maxLength);
  const quoted = words ? `: „${words}“` : ".";
  if (authenticationFailed) return { code: "signInRefused", message: `Der Server lehnt die Anmeldung ab${quoted}` };
  if (tooMuch.has(code))
    return { code: "tooMuch", message: "Der Server schickt mehr auf einmal, als das Portal liest." };
  if (timeouts.has(code)) return silent;
  if (tlsFailed && !code) return { code: "tlsFailed", message: "Der Server bietet kein STARTTLS an." };
  if (gone.has(code)) return { code: "reset", message: `Der Server hat die Verbindung beendet${quoted}` };
  if (words) return { code: "refused", message: `Der Server lehnt ab${quoted}` };
  if (code.startsWith("ParserError") || notImap.has(code))
    return { code: "protocol", message: "Der Server antwortet nicht in IMAP." };
  return asOutboundProblem(error);
}

const silent: Failure = { code: "timeout", message: "Der Server hat nicht rechtzeitig geantwortet." };
const fieldsOf = (error: unknown): Partial<ImapFlowError> => (error instanceof Error ? error : {});
