import type { CauseCode } from "../../contract/checks/causes.ts";

/** Why a request did not get an answer, in words for people and as a code for what judges it. */
export class OutboundProblem extends Error {
  override name = "OutboundProblem";
  readonly code: CauseCode;
  /** How far it got. */
  at?: "dns" | "connect" | "tls" | "answer";
  /** Another server had led there. */
  isRedirected?: boolean;
  /** What was answered, where an answer is the reason. */
  readonly status: number | undefined;

  constructor(
    message: string,
    { code = "unreachable", cause, status }: { code?: CauseCode; cause?: unknown; status?: number | undefined } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}

/** The address lies in a network that no admin has allowed. */
export class OutboundRefusal extends OutboundProblem {
  override name = "OutboundRefusal";

  constructor(message: string) {
    super(message, { code: "blockedNetwork" });
  }
}

const causes: Readonly<Record<string, readonly [CauseCode, string]>> = {
  ECONNREFUSED: ["refused", "Die Verbindung wurde abgelehnt."],
  ECONNRESET: ["reset", "Die Verbindung wurde abgebrochen."],
  EPIPE: ["reset", "Die Verbindung wurde abgebrochen."],
  ETIMEDOUT: ["timeout", "Die Gegenstelle antwortet nicht."],
  EHOSTUNREACH: ["unreachable", "Die Gegenstelle ist nicht erreichbar."],
  ENETUNREACH: ["unreachable", "Das Netz ist nicht erreichbar."],
  EADDRNOTAVAIL: ["unreachable", "Das Netz ist nicht erreichbar."],
  EPROTO: ["tlsFailed", "Die verschlüsselte Verbindung kam nicht zustande."],
  HPE_HEADER_OVERFLOW: ["protocol", "Die Anfrage bekam zu viele oder zu lange Kopfzeilen."],
  ERR_INVALID_CHAR: ["internal", "Die Anfrage enthält eine Kopfzeile mit unerlaubten Zeichen."],
  ERR_INVALID_HTTP_TOKEN: ["internal", "Die Anfrage enthält eine Kopfzeile mit unerlaubtem Namen."],
  CERT_HAS_EXPIRED: ["certificateExpired", "Das Zertifikat ist abgelaufen."],
  CERT_NOT_YET_VALID: ["certificateNotYetValid", "Das Zertifikat gilt noch nicht."],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["certificateSelfSigned", "Das Zertifikat ist selbst signiert."],
  SELF_SIGNED_CERT_IN_CHAIN: ["certificateChain", "Dem Aussteller des Zertifikats wird nicht vertraut."],
  ERR_TLS_CERT_ALTNAME_INVALID: ["certificateName", "Das Zertifikat gilt nicht für diesen Namen."],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["certificateChain", "Das Zertifikat lässt sich nicht prüfen."],
  UNABLE_TO_GET_ISSUER_CERT: ["certificateChain", "Das Zertifikat lässt sich nicht prüfen."],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["certificateChain", "Das Zertifikat lässt sich nicht prüfen."],
  CERT_REVOKED: ["certificateChain", "Das Zertifikat wurde widerrufen."],
};

/** Says what an error of the network means and how far it got; an OutboundProblem stays as it is. */
export function asOutboundProblem(
  error: unknown,
  signal?: AbortSignal,
  at?: NonNullable<OutboundProblem["at"]>,
): OutboundProblem {
  const problem = toProblem(error, signal);
  if (at) problem.at ??= at;
  return problem;
}

function toProblem(error: unknown, signal?: AbortSignal): OutboundProblem {
  if (error instanceof OutboundProblem) return error;
  if (signal?.aborted)
    return new OutboundProblem("Die Gegenstelle hat nicht rechtzeitig geantwortet.", { code: "timeout", cause: error });
  const name = codeOf(error);
  const [code, message] = causes[name] ?? fallback(name);
  return new OutboundProblem(message, { code, cause: error });
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && !("code" in error && error.code)) return codeOf(error.errors.at(-1));
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function fallback(name: string): readonly [CauseCode, string] {
  if (name.startsWith("HPE_")) return ["protocol", "Die Anfrage bekam keine gültige HTTP-Antwort."];
  if (name.startsWith("ERR_SSL_") || name.startsWith("ERR_TLS_"))
    return ["tlsFailed", `Die verschlüsselte Verbindung kam nicht zustande (${name}).`];
  return ["unreachable", `Die Anfrage ist gescheitert${name ? ` (${name})` : ""}.`];
}
