import { OutboundProblem } from "../outbound/outbound-problem.ts";
import { type VisitCode, VisitProblem } from "./browser-problem.ts";

/** What the browser's own codes mean, for what the proxy cannot know: TLS and the answer itself. */
const meanings: Readonly<Record<string, readonly [VisitCode, string]>> = {
  ERR_CERT_DATE_INVALID: ["certificateExpired", "Das Zertifikat ist abgelaufen oder gilt noch nicht."],
  ERR_CERT_COMMON_NAME_INVALID: ["certificateName", "Das Zertifikat gilt nicht für diesen Namen."],
  ERR_CERT_AUTHORITY_INVALID: ["certificateChain", "Dem Aussteller des Zertifikats wird nicht vertraut."],
  ERR_CERT_REVOKED: ["certificateChain", "Das Zertifikat wurde widerrufen."],
  ERR_TOO_MANY_REDIRECTS: ["redirect", "Die Seite leitet im Kreis weiter."],
  ERR_EMPTY_RESPONSE: ["reset", "Die Verbindung wurde abgebrochen."],
  ERR_CONNECTION_RESET: ["reset", "Die Verbindung wurde abgebrochen."],
  ERR_CONNECTION_CLOSED: ["reset", "Die Verbindung wurde abgebrochen."],
  ERR_TIMED_OUT: ["timeout", "Die Seite antwortet nicht."],
  ERR_UNSAFE_PORT: ["blockedNetwork", "Der Port der Adresse ist für Webseiten gesperrt."],
  ERR_ABORTED: ["protocol", "Unter der Adresse liegt keine Seite, sondern eine Datei."],
  ERR_UNKNOWN_URL_SCHEME: ["redirect", "Die Seite leitet zu etwas weiter, das keine Webseite ist."],
  ERR_UNSAFE_REDIRECT: ["redirect", "Die Seite leitet zu etwas weiter, das keine Webseite ist."],
};

/** Why a page did not open, in words for people. */
export function navigationProblem(error: unknown): VisitProblem {
  if (error instanceof VisitProblem) return error;
  if (error instanceof OutboundProblem) return new VisitProblem(error.message, error.code, error);
  const said = error instanceof Error ? error.message : "";
  if (said.includes("Download is starting"))
    return new VisitProblem("Unter der Adresse liegt keine Seite, sondern eine Datei.", "protocol", error);
  if (/Timeout \d+ms exceeded/.test(said)) return new VisitProblem("Die Seite antwortet nicht.", "timeout", error);
  const code = /net::(ERR_[A-Z_]+)/.exec(said)?.[1] ?? "";
  const known = meanings[code];
  if (known) return new VisitProblem(known[1], known[0], error);
  if (/^ERR_(SSL|CERT|TLS)/.test(code))
    return new VisitProblem(`Die verschlüsselte Verbindung kam nicht zustande (${code}).`, "tlsFailed", error);
  return new VisitProblem(`Die Seite lässt sich nicht öffnen${code ? ` (${code})` : ""}.`, "unreachable", error);
}
