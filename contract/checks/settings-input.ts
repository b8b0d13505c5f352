import { id } from "../pagination.ts";
import { maxPointsOfCheck, vantageRuleNames } from "../vantage-points/vantage-points.ts";
import { z } from "../zod.ts";
import { httpConfig } from "./configs.ts";

const headers = "Kopfzeilen: Bitte je Zeile „Name: Wert“ angeben.";
const header = z.strictObject({
  name: z
    .string()
    .max(100, "Kopfzeilen: Namen haben höchstens 100 Zeichen.")
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, headers),
  // Signs by which one header becomes two have no place in its value.
  value: z
    .string()
    .max(2000, "Kopfzeilen: Werte haben höchstens 2000 Zeichen.")
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "Kopfzeilen: Ein Wert enthält ein unerlaubtes Zeichen."),
});
const wholeUrl = "Ziel der Weiterleitung: Bitte eine ganze Adresse angeben, die mit http:// oder https:// beginnt.";

/** How a website is asked: as a check is told, in the words of a form. */
const http = httpConfig.omit({ url: true, slowMs: true, userAgent: true }).extend({
  headers: z.array(header).max(20, "Kopfzeilen: Höchstens 20.").default([]),
  body: z.string().max(10_000, "Inhalt der Anfrage: Höchstens 10.000 Zeichen.").nullable().default(null),
  expectedUrl: z
    .string()
    .max(2048, "Ziel der Weiterleitung: Höchstens 2048 Zeichen.")
    .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), wholeUrl)
    .nullable()
    .default(null),
});

/** What a person may set for one record; null or absent is as the settings of the portal have it. */
export const recordCheckConfig = z.strictObject({
  isEnabled: z.boolean().default(true),
  intervalS: z
    .number({ error: "Abstand: Bitte ganze Sekunden angeben." })
    .int("Abstand: Bitte ganze Sekunden angeben.")
    .min(30, "Abstand: Mindestens 30 Sekunden.")
    .max(86_400, "Abstand: Höchstens 86400 Sekunden.")
    .nullable()
    .default(null),
  timeoutMs: z
    .number({ error: "Zeitlimit: Bitte ganze Millisekunden angeben." })
    .int("Zeitlimit: Bitte ganze Millisekunden angeben.")
    .min(1000, "Zeitlimit: Mindestens 1000 Millisekunden.")
    .max(60_000, "Zeitlimit: Höchstens 60000 Millisekunden.")
    .nullable()
    .default(null),
  slowMs: z
    .number({ error: "Langsam ab: Bitte ganze Millisekunden angeben." })
    .int("Langsam ab: Bitte ganze Millisekunden angeben.")
    .min(100, "Langsam ab: Mindestens 100 Millisekunden.")
    .max(60_000, "Langsam ab: Höchstens 60000 Millisekunden.")
    .nullable()
    .default(null),
  /** Of a website: how it is asked and what it has to answer. */
  http: http.prefault({}),
  /** Of a host: ports that have to take connections. */
  ports: z
    .array(
      z
        .number()
        .int()
        .min(1, "Ports: Bitte Zahlen von 1 bis 65535.")
        .max(65_535, "Ports: Bitte Zahlen von 1 bis 65535."),
    )
    .max(20, "Ports: Höchstens 20.")
    .default([]),
  /** Of a domain: name servers of which every one has to be in the answer. */
  nameservers: z.array(z.string().trim().max(253)).max(20, "Nameserver: Höchstens 20.").default([]),
  /** From where it is looked at, by the ids of vantage points; by the portal alone where none is named. */
  points: z.array(id).max(maxPointsOfCheck, `Messpunkte: Höchstens ${maxPointsOfCheck}.`).default([]),
  /** How many of them make it offline. */
  rule: z.enum(vantageRuleNames).default("majority"),
});
export type RecordCheckConfig = z.output<typeof recordCheckConfig>;
