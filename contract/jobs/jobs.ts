import { z } from "../zod.ts";

/** What each task that repeats is for, in the words of the settings. */
export const jobLabels: Readonly<Record<string, string>> = {
  "expired-sessions": "Abgelaufene Sitzungen entfernen",
  "old-sign-in-failures": "Alte Fehlversuche der Anmeldung vergessen",
  "unfinished-sign-ins": "Abgebrochene Anmeldungen entfernen",
  "old-api-requests": "Alte Anfragen der Schnittstelle vergessen",
  "old-deliveries": "Altes Protokoll der Webhooks und Kanäle entfernen",
  "old-channel-threads": "Nachrichten von Kanälen vergessen, die sich nicht mehr ändern",
  retention: "Aufbewahrungsfristen einhalten",
  "old-registry-answers": "Alte Auskünfte der Registries entfernen",
  "dmarc-mailbox": "DMARC-Berichte aus dem Postfach abrufen",
  "provider-status": "Statusseiten der Anbieter lesen",
  "silent-reporters": "Melden, wenn WordPress nichts mehr meldet",
  "silent-vantage-points": "Melden, wenn ein Messpunkt sich nicht meldet",
  "orphaned-files": "Verwaiste Dateien entfernen",
  "cached-images": "Bilder von Dateien vergessen, die ein anderer Knoten entfernt hat",
  backups: "Backups beginnen und überwachen",
  "disk-space": "Speicherplatz prüfen",
  "audit-links": "Protokoll verketten, damit Änderungen daran auffallen",
  "audit-head": "Kopf des Protokolls ins Log schreiben",
  "system-samples": "Zustand des Portals festhalten",
  "analyse-database": "Datenbank für schnelle Abfragen vermessen",
  "free-space": "Leeren Platz der Datenbank zurückgeben",
  "interrupted-imports": "Unterbrochene Importe fortsetzen",
  "whole-exports": "Export von allem fortsetzen und aufräumen",
  "interrupted-page-imports": "Unterbrochene Wiki-Importe fortsetzen",
  "pages-not-shown": "Ungesicherte Wiki-Seiten fertigstellen",
  "page-gaps": "Wissenslücken melden",
  "page-links": "Links in Wiki-Seiten prüfen",
  "page-updates": "Bearbeitungen von Wiki-Seiten zusammenfassen",
  "notification-snoozes": "Zurückgestellte Benachrichtigungen wieder zeigen",
  "expired-notifications": "Abgelaufene Benachrichtigungen entfernen",
  "notification-digests": "Tägliche Zusammenfassung versenden",
  "notification-digests-elsewhere": "Tägliche Zusammenfassung in andere Zeitzonen versenden",
  claims: "Abgelaufene Zusagen beenden",
  terms: "Laufzeiten und Preise fortführen",
  "holder-checks": "Überschrittene Inhaberprüfungen festhalten",
  clock: "Nach einer vorgehenden Uhr aufräumen",
  mail: "Wartende E-Mails versenden",
  "old-mails": "Altes Versandprotokoll entfernen",
  reminders: "An Fristen erinnern",
  "reminders-of-changes": "An neue und verschobene Fristen erinnern",
  "reminders-to-customers": "Kunden an offene Fragen erinnern",
  "job-watch": "Über diese Aufgaben wachen",
  checks: "Prüfungen mit den Einträgen abgleichen",
  deadlines: "Fristen mit den Einträgen abgleichen",
  "search-repair": "Suchindex prüfen",
  "old-imports": "Alte Importe entfernen",
  "old-discoveries": "Alte Prüfungen von Adressen entfernen",
};

export const listJobs = z.strictObject({});
export const runJob = z.strictObject({ name: z.string().min(1).max(60) });

/** A task that repeats, as the settings show it. */
export interface ScheduledJob {
  name: string;
  label: string;
  /** „alle 15 Minuten“, „werktags um 08:00“. */
  plan: string;
  last: { at: Date; durationMs: number | null; error: string | null } | null;
  nextAt: Date | null;
  isRunning: boolean;
}
