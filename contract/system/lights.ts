/** What each light on „System“ is about, in the order in which they stand there. */
export const lightLabels = {
  disk: "Freier Speicherplatz",
  backup: "Backup",
  jobs: "Wiederkehrende Aufgaben",
  queues: "Warteschlangen",
  checks: "Pünktlichkeit der Prüfungen",
  browser: "Browser für Vorschaubilder",
  requests: "Anfragen",
  push: "Live-Verbindungen",
  eventLoop: "Reaktionszeit des Servers",
  memory: "Arbeitsspeicher",
  advisories: "Bekannte Schwachstellen der Pakete",
  log: "Schreibprotokoll der Datenbank",
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
  /** The last 7 days, oldest first, of what can be drawn; null where nothing was measured. */
  history: (number | null)[];
}
