import { z } from "../zod.ts";

const days = (label: string) =>
  z
    .number({ error: `${label}: Bitte eine Zahl angeben.` })
    .int()
    .min(7, { error: `${label}: Mindestens 7 Tage.` })
    .max(3650, { error: `${label}: Höchstens 3650 Tage.` })
    .nullable();

const words = (label: string) =>
  z
    .string({ error: `${label}: Bitte einen Text angeben.` })
    .trim()
    .max(500, { error: `${label}: Höchstens 500 Zeichen.` })
    .default("");

/** Who answers for personal data, and how long the portal keeps what it notes, in days; null keeps it for good. */
export const privacySettings = z.strictObject({
  /** Who signed in and out, and the ends of sessions. */
  signInDays: days("Anmeldungen").default(365),
  /** Everything else in the audit log, and with it the history of records. */
  historyDays: days("Protokoll und Verlauf").default(null),
  /** Notifications that were read. */
  notificationDays: days("Gelesene Benachrichtigungen").default(180),
  /** Name, address and how to reach them, as the record of processing activities has to name them. */
  controller: words("Verantwortlich"),
  dataOfficer: words("Datenschutzbeauftragte Person"),
});
