/** What each light on „System“ is about, in the order in which they stand there. */
export const lightLabels = {
  disk: "Freier Speicherplatz",
  backup: "Backup",
  jobs: "Wiederkehrende Aufgaben",
  queues: "Warteschlangen",
  checks: "Pünktlichkeit der Prüfungen",
  nodes: "Knoten",
  vantagePoints: "Messpunkte",
  browser: "Browser für Vorschaubilder",
  requests: "Anfragen",
  push: "Live-Verbindungen",
  eventLoop: "Reaktionszeit des Servers",
  memory: "Arbeitsspeicher",
  advisories: "Bekannte Schwachstellen der Pakete",
  database: "Datenbank",
  log: "Schreibprotokoll der Datenbank",
  setup: "Einrichtung",
} as const;
export type LightKey = keyof typeof lightLabels;

export type LightState = "ok" | "warn" | "bad" | "unknown";

export interface Light {
  key: LightKey;
  state: LightState;
  /** What was found, in a few words. */
  value: string;
  /** What to do about it; null where there is nothing to do. */
  advice: string | null;
  /** What can be drawn of it, of the last 7 days. */
  histories: History[];
}

export interface History {
  key: HistoryKey;
  /** Oldest first, an hour each; null where nothing was measured. */
  values: (number | null)[];
}

/** What is drawn of each light, as its caption calls it; the others have no number that says something. */
export const lightHistories = {
  disk: { disk: "Frei" },
  backup: { backupAge: "Alter" },
  jobs: { jobLateness: "Verspätung" },
  queues: { queues: "Wartende", queueAge: "Ältestes" },
  checks: { checks: "Verspätung", checkerRestarts: "Neustarts" },
  requests: { requests: "Fehler", requestP95: "Antwortzeit" },
  push: { push: "Verbindungen", pushRestarts: "Neustarts" },
  eventLoop: { eventLoop: "Verzögerung" },
  memory: { memory: "Belegt" },
  database: { database: "Größe" },
  log: { log: "Größe" },
} as const satisfies Partial<Record<LightKey, Readonly<Record<string, string>>>>;
type Histories = typeof lightHistories;
export type HistoryKey = { [Key in keyof Histories]: keyof Histories[Key] }[keyof Histories] & string;

/** What waits to leave, or to be worked off, in the words of „System“. */
export const queueLabels = {
  mail: "E-Mails",
  webhooks: "Webhooks",
  channels: "Kanäle",
  lookups: "Auskünfte",
  discoveries: "Websites aus Adressen",
  previews: "Vorschaubilder",
  imports: "Importe",
  attachmentTexts: "Texte aus Anhängen",
} as const;
export type QueueKey = keyof typeof queueLabels;
