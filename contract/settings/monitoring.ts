import { z } from "../zod.ts";

const interval = (label: string, min = 30) =>
  z
    .number({ error: `${label}: Bitte ganze Sekunden angeben.` })
    .int(`${label}: Bitte ganze Sekunden angeben.`)
    .min(min, `${label}: Mindestens ${min} Sekunden.`)
    .max(86_400, `${label}: Höchstens 86400 Sekunden.`);
const canary = z
  .string()
  .trim()
  .regex(/^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i, "Vergleichsziele: Bitte Adressen wie 9.9.9.9:443 angeben.");

/** How the portal watches what nobody has set something else for. */
export const monitoringSettings = z.strictObject({
  /** How often websites of customers with this service level are looked at. */
  premiumIntervalS: interval("Abstand Premium").default(60),
  standardIntervalS: interval("Abstand Standard").default(300),
  hostIntervalS: interval("Abstand Hoster").default(60),
  certificateIntervalS: interval("Abstand Zertifikate", 600).default(6 * 3600),
  dnsIntervalS: interval("Abstand DNS", 300).default(3600),
  /** From how many milliseconds on an answer counts as slow. */
  slowMs: z
    .number({ error: "Langsam ab: Bitte ganze Millisekunden angeben." })
    .int("Langsam ab: Bitte ganze Millisekunden angeben.")
    .min(100, "Langsam ab: Mindestens 100 Millisekunden.")
    .max(60_000, "Langsam ab: Höchstens 60000 Millisekunden.")
    .default(3000),
  timeoutMs: z
    .number({ error: "Zeitlimit: Bitte ganze Millisekunden angeben." })
    .int("Zeitlimit: Bitte ganze Millisekunden angeben.")
    .min(1000, "Zeitlimit: Mindestens 1000 Millisekunden.")
    .max(60_000, "Zeitlimit: Höchstens 60000 Millisekunden.")
    .default(10_000),
  /** `host:port`: when two of three cannot be reached, it is the portal's own connection that is gone. */
  canaries: z
    .array(canary)
    .max(5, "Vergleichsziele: Höchstens 5.")
    .default(["1.1.1.1:443", "8.8.8.8:443", "9.9.9.9:443"]),
  /** Empty: the name of the portal, with the page that explains it where PUBLIC_URL is set. */
  userAgent: z.string().trim().max(200, "Kennung: Höchstens 200 Zeichen.").default(""),
  /** Whether the portal takes pictures of websites by itself, and how often. */
  takesPreviews: z.boolean().default(true),
  previewIntervalDays: z
    .number({ error: "Abstand Vorschaubilder: Bitte ganze Tage angeben." })
    .int("Abstand Vorschaubilder: Bitte ganze Tage angeben.")
    .min(1, "Abstand Vorschaubilder: Mindestens 1 Tag.")
    .max(90, "Abstand Vorschaubilder: Höchstens 90 Tage.")
    .default(7),
  /** How many checks may run at once, at most; the portal finds out itself how many it needs. */
  maxChecks: z
    .number({ error: "Gleichzeitige Prüfungen: Bitte eine ganze Zahl angeben." })
    .int("Gleichzeitige Prüfungen: Bitte eine ganze Zahl angeben.")
    .min(50, "Gleichzeitige Prüfungen: Mindestens 50.")
    .max(500, "Gleichzeitige Prüfungen: Höchstens 500.")
    .default(500),
});
