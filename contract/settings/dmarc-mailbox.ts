import { z } from "../zod.ts";

export const mailboxSecurities = ["tls", "starttls", "none"] as const;
export type MailboxSecurity = (typeof mailboxSecurities)[number];
export const afterReadings = ["seen", "move"] as const;
export type AfterReading = (typeof afterReadings)[number];

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

const text = (label: string, length: number) =>
  z
    .string()
    .trim()
    .max(length, { error: `${label}: Höchstens ${length} Zeichen.` })
    .regex(/^\P{Cc}*$/u, { error: `${label}: Steuerzeichen sind nicht erlaubt.` });

/** Where the portal fetches DMARC reports by IMAP; without a server and a user it does not. */
export const dmarcMailboxSettings = z
  .strictObject({
    host: text("Server", 253)
      .refine((host) => !/[\s/:@]/.test(host) || /^\[?[0-9a-f:]+\]?$/i.test(host), {
        error: "Server: Bitte nur den Namen angeben, etwa imap.agentur.de.",
      })
      .default(""),
    port: z
      .number({ error: "Port: Bitte eine Zahl angeben." })
      .int({ error: "Port: Bitte eine ganze Zahl angeben." })
      .min(1, { error: "Port: Mindestens 1." })
      .max(65_535, { error: "Port: Höchstens 65535." })
      .default(993),
    /** `none` only on the machine itself. */
    security: z.enum(mailboxSecurities, { error: "Verschlüsselung: Bitte wählen." }).default("tls"),
    user: text("Benutzer", 254).default(""),
    folder: text("Ordner", 200).min(1, { error: "Ordner: Pflichtfeld." }).default("INBOX"),
    afterReading: z.enum(afterReadings, { error: "Nach dem Lesen: Bitte wählen." }).default("seen"),
    /** Where mails go whose reports were read, with `move`. */
    archiveFolder: text("Zielordner", 200).default(""),
  })
  .superRefine(({ host, security, folder, afterReading, archiveFolder }, issues) => {
    const refuse = (field: string, message: string) => issues.addIssue({ code: "custom", path: [field], message });
    if (host !== "" && security === "none" && !loopback.test(host))
      refuse("security", "Verschlüsselung: Ohne sie nur zu einem Server auf demselben Rechner.");
    if (afterReading === "move" && archiveFolder === "") refuse("archiveFolder", "Zielordner: Pflichtfeld.");
    if (afterReading === "move" && archiveFolder === folder)
      refuse("archiveFolder", "Zielordner: Bitte einen anderen als den gelesenen wählen.");
  });

export type DmarcMailboxSettings = z.output<typeof dmarcMailboxSettings>;

/** Whether there is a mailbox to be read at all. */
export function isMailboxConfigured({ host, user }: Pick<DmarcMailboxSettings, "host" | "user">): boolean {
  return host !== "" && user !== "";
}
