import { type MailTextKind, mailText, placeholdersIn } from "../mail/mail-texts.ts";
import { z } from "../zod.ts";

const words = (kind: MailTextKind, part: "subject" | "text", limit: number) => {
  const { label, placeholders, needs, [part]: initial } = mailText(kind);
  const field = `${label}, ${part === "subject" ? "Betreff" : "Text"}`;
  const known = Object.keys(placeholders).map((name) => `{${name}}`);
  return z
    .string({ error: `${field}: Bitte einen Text angeben.` })
    .trim()
    .min(1, { error: `${field}: Pflichtfeld.` })
    .max(limit, { error: `${field}: Höchstens ${limit} Zeichen.` })
    .superRefine((value, { addIssue }) => {
      const unknown = placeholdersIn(value).filter((name) => !Object.hasOwn(placeholders, name));
      if (unknown.length > 0)
        addIssue({ code: "custom", message: `${field}: {${unknown[0]}} gibt es nicht, nur ${known.join(", ")}.` });
      if (part === "subject" && value.includes("\n"))
        addIssue({ code: "custom", message: `${field}: Bitte in einer Zeile.` });
      if (part === "text" && needs && !placeholdersIn(value).includes(needs))
        addIssue({ code: "custom", message: `${field}: {${needs}} gehört dazu.` });
    })
    .default(initial);
};

const subject = (kind: MailTextKind) => words(kind, "subject", 120);
const text = (kind: MailTextKind) => words(kind, "text", 2000);

/** The words of the mails, each field for itself, so that two admins at two mails are no conflict of fields. */
export const mailTextSettings = z.strictObject({
  invitationSubject: subject("invitation"),
  invitationText: text("invitation"),
  passwordResetSubject: subject("passwordReset"),
  passwordResetText: text("passwordReset"),
  securitySubject: subject("security"),
  securityText: text("security"),
  notificationsSubject: subject("notifications"),
  notificationsText: text("notifications"),
  digestSubject: subject("digest"),
  digestText: text("digest"),
  customerQuestionSubject: subject("customerQuestion"),
  customerQuestionText: text("customerQuestion"),
  customerReminderSubject: subject("customerReminder"),
  customerReminderText: text("customerReminder"),
  holderConfirmationSubject: subject("holderConfirmation"),
  holderConfirmationText: text("holderConfirmation"),
});

export type MailTextSettings = z.output<typeof mailTextSettings>;
