import { z } from "../zod.ts";
import { httpConfig } from "./configs.ts";

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
  http: httpConfig.omit({ url: true, slowMs: true, userAgent: true }).prefault({}),
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
});
export type RecordCheckConfig = z.output<typeof recordCheckConfig>;
