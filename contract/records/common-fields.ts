import { markdown, relation, tags } from "./fields.ts";

/** What every main record has beside its own fields. */
export const commonFields = {
  tags: tags({}),
  responsibleUserId: relation("Verantwortlich", "user", {
    heading: "Verantw.",
    width: 84,
  }),
  notes: markdown("Notizen", 20_000),
} as const;

export const commonFieldNames = ["responsibleUserId", "tags", "notes"] as const;

/** Levels of service, of a customer and, where it differs, of a website. */
export const slaLevels = { none: "Keins", standard: "Standard", premium: "Premium" } as const;

export const anyCount = { min: 0, max: 1_000_000_000 } as const;
export const months = { min: 1, max: 600, unit: "Monate" } as const;
export const days = { min: 0, max: 3650, unit: "Tage" } as const;
/** A notice period in months; none at all is said in days. */
export const noticeMonths = { min: 1, max: 120, unit: "Monate" } as const;

/** When something that was agreed for a time may end. */
export const termEndLabels = {
  period: "Ende der Laufzeit",
  monthEnd: "Monatsende",
  quarterEnd: "Quartalsende",
} as const;

/** Every list has these two. */
export const allActive = { key: "all", label: "Alle aktiven" } as const;
export const archive = { key: "archive", label: "Archiv", archived: true } as const;
