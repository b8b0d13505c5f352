import { isAgeRecipient } from "../backups/age-recipient.ts";
import { keysOf } from "../narrowing.ts";
import { z } from "../zod.ts";
import { addressProblem, isAbsolutePath, isReadableOnTheWay, normalPath } from "./target-addresses.ts";

export const backupTargets = { folder: "Ordner auf diesem Rechner", s3: "S3", sftp: "SFTP", webdav: "WebDAV" } as const;
export type BackupTargetKind = keyof typeof backupTargets;

export const backupSchedules = { off: "Nicht von selbst", daily: "Jede Nacht", hourly: "Jede Stunde" } as const;
export type BackupSchedule = keyof typeof backupSchedules;

const text = (label: string, max: number) =>
  z.string().trim().max(max, `${label}: Höchstens ${max} Zeichen.`).default("");
const kept = (label: string, initial: number, max: number) =>
  z
    .number(`${label}: Bitte gib eine Zahl an.`)
    .int(`${label}: Bitte gib eine ganze Zahl an.`)
    .min(0)
    .max(max)
    .default(initial);

/** When the portal backs itself up, where to, and who can open it. */
export const backupSettings = z
  .strictObject({
    /** Backups are made beside the portal, as an admin says. */
    isArranged: z.boolean().default(false),
    schedule: z.enum(keysOf(backupSchedules)).default("off"),
    /** When the nightly one begins, `HH:MM`. */
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Uhrzeit: Bitte im Format 02:30.")
      .default("02:30"),
    /** Who can open backups without this host; the key to it is nowhere on it. */
    recipient: z
      .string()
      .trim()
      .refine(isAgeRecipient, "Wiederherstellungsschlüssel: Das ist kein öffentlicher Teil eines age-Schlüssels.")
      .nullable()
      .default(null),
    target: z.enum(keysOf(backupTargets)).default("folder"),
    folderPath: text("Ordner", 500),
    s3Endpoint: text("Endpunkt", 300),
    s3Region: text("Region", 60).default("eu-central-1"),
    s3Bucket: text("Bucket", 100),
    s3Prefix: text("Präfix", 200),
    s3AccessKeyId: text("Zugriffsschlüssel", 200),
    sftpHost: text("Server", 253),
    sftpPort: z.number("Port: Bitte gib eine Zahl an.").int().min(1, "Port: Von 1 bis 65535.").max(65535).default(22),
    sftpUser: text("Benutzer", 100),
    sftpPath: text("Ordner auf dem Server", 500),
    /** `SHA256:…` of the server's key, as OpenSSH shows it. */
    sftpHostKey: text("Fingerabdruck", 60),
    webdavUrl: text("Adresse", 500),
    webdavUser: text("Benutzer", 100),
    /** Gets every backup as well; empty for none. With the target elsewhere this is the copy at hand. */
    secondFolder: text("Zweites Ziel", 500),
    includesUploads: z.boolean().default(true),
    /** Of the line; null for as fast as it goes. */
    megabitsPerSecond: z
      .number("Bandbreite: Bitte gib eine Zahl an.")
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .default(null),
    keepDaily: kept("Tage", 7, 366),
    keepWeekly: kept("Wochen", 5, 260),
    keepMonthly: kept("Monate", 12, 240),
    /** Is called after each backup that worked. */
    heartbeatUrl: z
      .union([
        z.literal(""),
        z.url({ protocol: /^https?$/, error: "Herzschlag: Bitte eine Adresse mit http:// oder https://." }),
      ])
      .default(""),
  })
  .superRefine((settings, refusal) => {
    if (settings.schedule === "off") return;
    const [field, label] = missingOf(settings)[0] ?? [];
    if (field) refusal.addIssue({ code: "custom", path: [field], message: `${label}: Wird für das Backup gebraucht.` });
  });
export type BackupSettings = z.output<typeof backupSettings>;

const example = { webdav: "https://cloud.agentur.de/backup", s3: "https://s3.agentur.de" } as const;

/**
 * What may be stored of them. Stricter than what is read, so that what was stored before still makes backups: a name or
 * password in an address lies open in the database, and is shown.
 */
export const backupInput = backupSettings.superRefine((settings, refusal) => {
  const { target, folderPath, secondFolder, s3Endpoint, sftpHost, webdavUrl, webdavUser, heartbeatUrl } = settings;
  const refuse = (field: keyof BackupSettings, label: string, message: string | undefined) => {
    if (message) refusal.addIssue({ code: "custom", path: [field], message: `${label}: ${message}` });
  };
  refuse("s3Endpoint", "Endpunkt", addressProblem(s3Endpoint, { example: example.s3 }));
  refuse("webdavUrl", "Adresse", addressProblem(webdavUrl, { example: example.webdav }));
  refuse("heartbeatUrl", "Herzschlag", addressProblem(heartbeatUrl, { example: "https://herzschlag.agentur.de/ping" }));
  if (webdavUser !== "" && isReadableOnTheWay(webdavUrl))
    refuse(
      "webdavUrl",
      "Adresse",
      "Über http:// ginge das Passwort unverschlüsselt durchs Internet; bitte mit https://.",
    );
  if (/[\s/@]/.test(sftpHost) || /^[^:]*:[^:]*$/.test(sftpHost))
    refuse(
      "sftpHost",
      "Server",
      "Bitte nur den Namen angeben, etwa sftp.agentur.de; Benutzer und Port haben eigene Felder.",
    );
  const absolute = "Bitte den ganzen Pfad angeben, etwa /mnt/backup.";
  if (folderPath !== "" && !isAbsolutePath(folderPath)) refuse("folderPath", "Ordner", absolute);
  if (secondFolder !== "" && !isAbsolutePath(secondFolder)) refuse("secondFolder", "Zweites Ziel", absolute);
  if (target === "folder" && secondFolder !== "" && normalPath(secondFolder) === normalPath(folderPath))
    refuse("secondFolder", "Zweites Ziel", "Dieser Ordner ist schon das erste.");
});

/** What each kind of target cannot be reached without. */
const needed: Record<BackupTargetKind, readonly (readonly [string, string])[]> = {
  folder: [["folderPath", "Ordner"]],
  s3: [
    ["s3Bucket", "Bucket"],
    ["s3AccessKeyId", "Zugriffsschlüssel"],
  ],
  sftp: [
    ["sftpHost", "Server"],
    ["sftpUser", "Benutzer"],
    ["sftpPath", "Ordner auf dem Server"],
    ["sftpHostKey", "Fingerabdruck"],
  ],
  webdav: [["webdavUrl", "Adresse"]],
};

/** The fields that are still empty and without which no backup can be made, with their labels. */
export function missingOf(settings: { target: BackupTargetKind; recipient: string | null }) {
  const values: Readonly<Record<string, unknown>> = settings;
  const fields = needed[settings.target].filter(([field]) => !values[field]);
  return settings.recipient ? fields : [...fields, ["recipient", "Wiederherstellungsschlüssel"] as const];
}
