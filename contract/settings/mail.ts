import { z } from "../zod.ts";

export const mailSecurities = ["none", "starttls", "tls"] as const;
export type MailSecurity = (typeof mailSecurities)[number];

const text = (label: string, length: number) =>
  z
    .string()
    .trim()
    .max(length, { error: `${label}: Höchstens ${length} Zeichen.` })
    .default("");

const address = (label: string) =>
  z
    .string()
    .trim()
    .max(254, { error: `${label}: Höchstens 254 Zeichen.` })
    .refine((value) => value === "" || z.regexes.html5Email.test(value), {
      error: `${label}: Keine gültige E-Mail-Adresse.`,
    })
    .default("");

/** How mail leaves the portal; without a host and a sender none does. */
export const mailSettings = z.strictObject({
  host: text("Server", 253).refine((host) => !/[\s/:@]/.test(host) || /^[0-9a-f:]+$/i.test(host), {
    error: "Server: Bitte nur den Namen angeben, etwa mail.agentur.de.",
  }),
  port: z
    .number({ error: "Port: Bitte eine Zahl angeben." })
    .int({ error: "Port: Bitte eine ganze Zahl angeben." })
    .min(1, { error: "Port: Mindestens 1." })
    .max(65_535, { error: "Port: Höchstens 65535." })
    .default(587),
  security: z.enum(mailSecurities, { error: "Verschlüsselung: Bitte wählen." }).default("starttls"),
  /** Off only for servers in the own network that have made their certificate themselves. */
  checksCertificate: z.boolean().default(true),
  user: text("Benutzer", 254),
  fromName: text("Absendername", 80),
  fromEmail: address("Absenderadresse"),
  replyTo: address("Antwortadresse"),
});

export type MailSettings = z.output<typeof mailSettings>;

/** Whether mail can leave the portal at all. */
export function isMailConfigured({ host, fromEmail }: Pick<MailSettings, "host" | "fromEmail">): boolean {
  return host !== "" && fromEmail !== "";
}
