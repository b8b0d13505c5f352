import { z } from "../zod.ts";

/** What takes space beside uploads, in the order in which it is listed. */
export const sizeLabels = {
  records: "Einträge und Einstellungen",
  pages: "Wiki, Chats und Feedback",
  history: "Verlauf und Protokoll",
  search: "Suche",
  notifications: "Benachrichtigungen",
  messages: "E-Mails und Zustellungen",
  findings: "Auskünfte und Funde",
  free: "Leerer Platz",
  catalog: "Verzeichnisse von PostgreSQL",
  results: "Messwerte der Überwachung",
} as const;
export type SizeKey = keyof typeof sizeLabels;

export const readSizes = z.strictObject({});

export interface SizeLine {
  key: SizeKey;
  bytes: number;
  /** How long it stays, and where that can be changed. */
  kept: string;
}
