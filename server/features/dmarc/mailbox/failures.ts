import type { ImapFlowError } from "imapflow";
import { cleanLine, cleanName } from "../../../../contract/document/clean-text.ts";
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

interface Ending {
  /** What ended the connection before the call failed. */
  ending?: unknown;
  /** The time of the whole run has passed. */
  isOver?: boolean;
}

/** What an error of the mailbox means, with the server's own words where it said any. */
export function describeFailure(error: unknown, { ending, isOver = false }: Ending = {}): string {
  if (error instanceof Problem || error instanceof OutboundProblem) return error.message;
  if (isOver) return "Der Server hat nicht rechtzeitig geantwortet.";
  const { code = "", authenticationFailed, tlsFailed, responseText, reason } = fieldsOf(error);
  if (gone.has(code) && ending !== undefined && fieldsOf(ending).code !== code) return describeFailure(ending);
  const words = cleanName(cleanLine(String(responseText || reason || "")).trim(), maxLength);
  if (authenticationFailed) return `Der Server lehnt die Anmeldung ab${words ? `: „${words}“` : "."}`;
  if (tooMuch.has(code)) return "Der Server schickt mehr auf einmal, als das Portal liest.";
  if (timeouts.has(code)) return "Der Server hat nicht rechtzeitig geantwortet.";
  if (tlsFailed && !code) return "Der Server bietet kein STARTTLS an.";
  if (gone.has(code)) return `Der Server hat die Verbindung beendet${words ? `: „${words}“` : "."}`;
  if (words) return `Der Server lehnt ab: „${words}“`;
  if (code.startsWith("ParserError") || notImap.has(code)) return "Der Server antwortet nicht in IMAP.";
  return asOutboundProblem(error).message;
}

const fieldsOf = (error: unknown): Partial<ImapFlowError> => (error instanceof Error ? error : {});
