import { days, months } from "../records/common-fields.ts";
import { z } from "../zod.ts";

const count = (label: string, { min, max }: { min: number; max: number }) =>
  z
    .number({ error: `${label}: Bitte eine ganze Zahl angeben.` })
    .int(`${label}: Bitte eine ganze Zahl angeben.`)
    .min(min, `${label}: Mindestens ${min}.`)
    .max(max, `${label}: Höchstens ${max}.`);
const amount = (label: string) => count(label, { min: 0, max: 1_000_000_00 }).nullable().default(null);

const rdap = z
  .string()
  .trim()
  .max(300, "RDAP-Server: Höchstens 300 Zeichen.")
  .regex(/^https:\/\/[^\s/?#@]+\/(?:[^\s?#]*\/)?$/, {
    error: "RDAP-Server: Bitte eine Adresse wie https://rdap.example/ angeben, mit https und Schrägstrich am Ende.",
  });
const whois = z
  .string()
  .trim()
  .toLowerCase()
  .max(260, "WHOIS-Server: Höchstens 260 Zeichen.")
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, {
    error: "WHOIS-Server: Bitte einen Namen wie whois.nic.at angeben, mit Port nur, wenn es nicht 43 ist.",
  });

/** What an agency has decided about the domains of one ending; null is as the portal knows it, or nothing. */
export const endingSettings = z.strictObject({
  ending: z
    .string()
    .trim()
    .toLowerCase()
    .transform((text) => text.replace(/^\./, ""))
    .pipe(
      z
        .string()
        .max(63, "Endung: Höchstens 63 Zeichen.")
        .regex(/^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)*$/u, {
          error: "Endung: Bitte eine Endung wie de oder co.at angeben.",
        }),
    ),
  periodMonths: count("Laufzeit (Monate)", months).nullable().default(null),
  noticeDays: count("Kündigungsfrist (Tage)", days).nullable().default(null),
  costCents: amount("Einkauf/Jahr"),
  priceCents: amount("Verkauf/Jahr"),
  rdap: rdap.nullable().default(null),
  whois: whois.nullable().default(null),
  hidesExpiry: z.boolean().nullable().default(null),
  /** Between two questions to its registry. */
  paceMs: count("Abstand der Fragen", { min: 500, max: 600_000 }).nullable().default(null),
});
export type EndingSettings = z.output<typeof endingSettings>;

/** What is usual for domains, by their endings, and how long registries give holders to answer. */
export const domainSettings = z.strictObject({
  endings: z
    .array(endingSettings)
    .max(2000, "Endungen: Höchstens 2000.")
    .refine((all) => new Set(all.map(({ ending }) => ending)).size === all.length, {
      error: "Endung: Diese Endung steht schon in der Liste.",
    })
    .default([]),
  /** How long DENIC waits for a holder to confirm, and how long a domain is in quarantine afterwards. */
  confirmDays: count("Frist der Inhaberprüfung", { min: 1, max: 365 }).default(30),
  quarantineDays: count("Dauer der Quarantäne", { min: 1, max: 730 }).default(90),
});

/** What was decided about the ending of a name: that of the most labels; undefined where nothing was. */
export function endingSettingsOf(endings: readonly EndingSettings[], name: string): EndingSettings | undefined {
  const labels = name.split(".");
  for (let start = 1; start < labels.length; start += 1) {
    const suffix = labels.slice(start).join(".");
    const found = endings.find(({ ending }) => ending === suffix);
    if (found) return found;
  }
  return undefined;
}
