import type { BackupFailure } from "../../../contract/backups/restore.ts";

type Explained = readonly [sentence: string, code?: BackupFailure];

const untrusted: Explained = [
  "Dem Zertifikat des Servers wird nicht vertraut; einen eigenen Aussteller nennt NODE_EXTRA_CA_CERTS",
];
const broken: Explained = ["Die Verbindung ist abgebrochen"];
const silent: Explained = ["Der Server antwortet nicht"];
const unreachable: Explained = ["Der Server ist nicht erreichbar"];
const forbidden: Explained = ["Die Rechte fehlen"];
const full: Explained = ["Im Ziel ist kein Platz mehr", "noSpace"];
const busy: Explained = ["Der Server ist überlastet"];
const wrongKey: Explained = ["Der Zugriffsschlüssel stimmt nicht"];
const wrongRegion: Explained = ["Die Region oder der Endpunkt stimmt nicht"];

/** By the codes of Node and the system. */
const codes: Readonly<Record<string, Explained>> = {
  ENOTFOUND: ["Der Name des Servers ist im DNS nicht zu finden"],
  EAI_AGAIN: ["Kein Nameserver antwortet (DNS)"],
  ECONNREFUSED: ["Der Server lehnt die Verbindung ab"],
  ECONNRESET: broken,
  ECONNABORTED: broken,
  EPIPE: broken,
  ETIMEDOUT: silent,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: ["Der Ordner ist nur zum Lesen da; einem Dienst von systemd gibt ReadWritePaths= ihn zum Schreiben"],
  CERT_HAS_EXPIRED: ["Das Zertifikat des Servers ist abgelaufen"],
  CERT_NOT_YET_VALID: ["Das Zertifikat des Servers gilt noch nicht"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["Das Zertifikat des Servers gilt nicht für diesen Namen"],
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  EPROTO: ["Die verschlüsselte Verbindung kam nicht zustande"],
};

/** By the names of S3 and its SDK. */
const names: Readonly<Record<string, Explained>> = {
  AccessDenied: forbidden,
  AuthorizationHeaderMalformed: wrongRegion,
  InvalidAccessKeyId: wrongKey,
  NoSuchBucket: ["Den Bucket gibt es nicht"],
  PermanentRedirect: wrongRegion,
  QuotaExceeded: full,
  RequestTimeTooSkewed: ["Die Uhr dieses Rechners geht falsch"],
  RequestTimeout: silent,
  SignatureDoesNotMatch: wrongKey,
  SlowDown: busy,
  TimeoutError: silent,
  XMinioStorageFull: full,
};

/** By the status of HTTP. */
const statuses: Readonly<Record<number, Explained>> = {
  401: ["Benutzer oder Passwort stimmt nicht"],
  403: forbidden,
  404: ["Den Ordner gibt es dort nicht"],
  405: ["Unter dieser Adresse antwortet kein passender Dienst"],
  413: ["Die Datei ist dem Server zu groß"],
  423: ["Der Ordner ist gerade gesperrt"],
  429: busy,
  503: busy,
  507: full,
};

/** By the numbers of SFTP (SSH_FX_…). */
const sftpStatuses: Readonly<Record<number, Explained>> = {
  2: ["Den Ordner gibt es auf dem Server nicht"],
  3: forbidden,
  4: ["Der Server lehnt das ab; vielleicht ist er voll, oder die Rechte fehlen"],
  14: full,
  15: full,
};

/** By where SSH has failed. */
const levels: Readonly<Record<string, Explained>> = {
  "client-authentication": ["Benutzer, Passwort oder Schlüssel stimmt nicht"],
  "client-timeout": silent,
  handshake: ["Der SSH-Server und dieses Portal verstehen sich nicht"],
};

export const explainStatus = (status: number): Explained | undefined => statuses[status];

/** What the error of a target means for the person who looks after it; undefined where nothing is known beyond its words. */
export function explainFailure(error: unknown): Explained | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError && error.errors.length > 0) return explainFailure(error.errors.at(-1));
  const code: unknown = "code" in error ? error.code : undefined;
  const level = "level" in error ? String(error.level) : "";
  const byCode = typeof code === "number" ? sftpStatuses[code] : codes[String(code)];
  const isTls = /^ERR_(SSL|TLS)_/.test(String(code));
  return (
    byCode ??
    names[error.name] ??
    levels[level] ??
    (isTls ? codes.EPROTO : undefined) ??
    statuses[sdkStatus(error) ?? 0]
  );
}

/** The status of HTTP that an error of the SDK for S3 tells of. */
export function sdkStatus(error: Error): number | undefined {
  const { httpStatusCode }: { httpStatusCode?: unknown } =
    "$metadata" in error && error.$metadata instanceof Object ? error.$metadata : {};
  return typeof httpStatusCode === "number" ? httpStatusCode : undefined;
}
