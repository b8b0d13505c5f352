import { id } from "../pagination.ts";
import type { Ref } from "../records/fields.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";

/** What is done for each website where nobody chooses a checklist of their own. */
export const usualChecklist = [
  "Backup anlegen und zurückspielen, bevor etwas geändert wird",
  "PHP-Version, Datenbank und Cronjobs am Ziel einrichten",
  "Dateien und Datenbank übertragen",
  "Am Ziel mit eigener hosts-Datei testen: Formulare, Mails, Anmeldung",
  "Zertifikat am Ziel ausstellen",
  "A- und AAAA-Einträge umstellen",
  "Nach dem Umzug prüfen: Startseite, Formulare, Mailversand, HTTPS",
  "Im Portal den neuen Hoster zuordnen",
  "Alten Speicherplatz nach zwei Wochen räumen",
] as const;

/** Until then changes of the DNS count as planned. */
export const daysAfterMove = 2;
/** Days before the move on which the TTL has to be low, so that caches have expired by then. */
export const daysBeforeMove = 2;
export const lowTtlSeconds = 300;

export const maxMoved = 50;

/** A website that can be moved, with what its move touches. */
export interface MovableWebsite extends Ref {
  url: string;
  customer: string | null;
  domains: Ref[];
  /** How long caches keep its address, where the DNS has been asked. */
  ttlSeconds: number | null;
}

export interface Informed {
  contactId: string;
  name: string;
  email: string;
  customer: Ref;
  /** For technical questions or emergencies. */
  isTechnical: boolean;
  websites: string[];
}

/** A mail to the customers of a host, each about their own websites and no others. */
export interface HostInfoDraft {
  subject: string;
  text: string;
  recipients: Informed[];
  /** Customers of whom nobody has an address. */
  unreachable: Ref[];
}

/** Where the mail says which websites it is about. */
export const websitesPlaceholder = "{Websites}";

export const oneHost = z.strictObject({ id });
export const planMove = z.strictObject({
  hostId: id,
  targetHostId: id,
  websiteIds: z
    .array(id)
    .min(1, { error: "Websites: Bitte mindestens eine wählen." })
    .max(maxMoved, { error: `Websites: Höchstens ${maxMoved} auf einmal.` }),
  movesOn: z.iso.date({ error: "Umzug am: Bitte einen Tag wählen." }),
  templateId: id.nullable(),
  assigneeUserId: id.nullable(),
  creationId: creationId.optional(),
});

export const sendHostInfo = z.strictObject({
  id,
  contactIds: z
    .array(id)
    .min(1, { error: "Empfänger: Bitte mindestens einen wählen." })
    .max(200, { error: "Empfänger: Höchstens 200." }),
  subject: z
    .string()
    .trim()
    .min(1, { error: "Betreff: Pflichtfeld." })
    .max(200, { error: "Betreff: Höchstens 200 Zeichen." }),
  text: z
    .string()
    .trim()
    .min(1, { error: "Text: Pflichtfeld." })
    .max(8000, { error: "Text: Höchstens 8.000 Zeichen." }),
  creationId: creationId.optional(),
});
