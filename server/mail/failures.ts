import { Problem } from "../problem.ts";
import type { MailServer } from "./transport.ts";

interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

export interface Failure {
  answer: string;
  /** Trying again would change nothing: the server has refused this mail for good. */
  isFinal: boolean;
  /** The server took no mail at all: the others need not be tried now. */
  isOfServer: boolean;
}

/** Why a mail did not leave, in words that name what to look at, with the server's own where it said any. */
export function readFailure(error: unknown, server: Pick<MailServer, "host" | "port" | "refusal">): Failure {
  if (error instanceof Problem)
    return { answer: error.message, isFinal: error !== server.refusal, isOfServer: error === server.refusal };
  const { code = "", responseCode = 0, response, message = "" } = (error ?? {}) as SmtpError;
  const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
  return {
    answer: response ? sentence(code, response) : describe(code, message, server),
    isFinal: isOfMail && responseCode >= 500,
    isOfServer: !isOfMail,
  };
}

function sentence(code: string, response: string): string {
  if (code === "EAUTH") return `Anmeldung abgelehnt: ${response}`;
  if (code === "ETLS") return `Verschlüsselung abgelehnt: ${response}`;
  return response;
}

function describe(code: string, message: string, { host, port }: Pick<MailServer, "host" | "port">): string {
  const where = `${host}:${port}`;
  if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN/.test(message)) return `Der Server ${host} wurde nicht gefunden (DNS).`;
  if (/ECONNREFUSED/.test(message)) return `Keine Verbindung zu ${where}: Der Server nimmt dort nichts an.`;
  if (/certificate|self.signed|altnames/i.test(message))
    return `Das Zertifikat von ${where} wird nicht anerkannt: ${message}`;
  if (code === "ETIMEDOUT") return `Keine Antwort von ${where} in der vorgesehenen Zeit.`;
  if (/wrong version number|packet length/i.test(message))
    return `${where} spricht eine andere Verschlüsselung als eingestellt: ${message}`;
  if (code === "ENOAUTH" || code === "EAUTH") return `Anmeldung nicht möglich: ${message}`;
  if (code === "ETLS") return `Keine Verschlüsselung mit ${where}: ${message}`;
  return `Keine Verbindung zu ${where}: ${message || "unbekannter Fehler"}`;
}
