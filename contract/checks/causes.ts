import { type BrokenPage, brokenPageLabels } from "./broken-pages.ts";

/** Why a check has failed or is impaired, as the words in „… ist seit 14:02 offline (…)“. */
const causeLabels = {
  dnsNotFound: "DNS-Name nicht auflösbar",
  dnsFailed: "Nameserver antwortet nicht",
  dnsAnswer: "DNS antwortet anders als erwartet",
  timeout: "Keine Verbindung (Timeout)",
  refused: "Verbindung abgelehnt",
  reset: "Verbindung abgebrochen",
  unreachable: "Nicht erreichbar",
  blockedNetwork: "Netz nicht erlaubt",
  invalidAddress: "Adresse ungültig",
  protocol: "Antwort unverständlich",
  tlsFailed: "TLS-Fehler",
  certificateExpired: "Zertifikat abgelaufen",
  certificateNotYetValid: "Zertifikat gilt noch nicht",
  certificateName: "Zertifikat gilt nicht für diesen Namen",
  certificateSelfSigned: "Zertifikat selbst signiert",
  certificateChain: "Zertifikat nicht vertrauenswürdig",
  certificateWarning: "Zertifikat läuft bald ab",
  certificateWeak: "Verschlüsselung veraltet",
  httpStatus: "HTTP-Status",
  redirect: "Weiterleitung anders als erwartet",
  keywordMissing: "Stichwort fehlt",
  keywordForbidden: "Unerwünschtes Stichwort gefunden",
  jsonPath: "Wert in der Antwort anders als erwartet",
  emptyBody: "Leere Antwort",
  banner: "Begrüßung anders als erwartet",
  heartbeatLate: "Herzschlag ausgeblieben",
  heartbeatDown: "Herzschlag meldet einen Fehler",
  diskFull: "Speicher fast voll",
  slow: "Langsam",
  connectivity: "Eigene Internetverbindung gestört",
  internal: "Prüfung gescheitert",
} as const;

type PlainCause = keyof typeof causeLabels;
export type CauseCode = PlainCause | `brokenPage:${BrokenPage}`;

/** What stands behind a label: of the label itself only where it needs it to be understood. */
const withDetail: Partial<Record<PlainCause, (label: string, detail: string) => string>> = {
  httpStatus: (label, detail) => `${label} ${detail}`,
  tlsFailed: (label, detail) => `${label}: ${detail}`,
  keywordMissing: (_, detail) => `Stichwort „${detail}“ fehlt`,
  keywordForbidden: (label, detail) => `${label}: „${detail}“`,
};

/** A cause in a few words, with the detail that belongs to it; never ends with a full stop. */
export function causeText(code: CauseCode, detail?: string): string {
  if (isBrokenPage(code)) return brokenPageLabels[code.slice("brokenPage:".length) as BrokenPage];
  const label = causeLabels[code];
  if (!detail) return label;
  return withDetail[code]?.(label, detail) ?? `${label}: ${detail}`;
}

function isBrokenPage(code: CauseCode): code is `brokenPage:${BrokenPage}` {
  return code.startsWith("brokenPage:");
}

/** Whether a stored text is one of the codes; results outlive versions of the portal. */
export function isCauseCode(text: string): text is CauseCode {
  return (
    text in causeLabels || (text.startsWith("brokenPage:") && text.slice("brokenPage:".length) in brokenPageLabels)
  );
}
