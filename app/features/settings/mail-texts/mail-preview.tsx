import { fillText, type MailTextKind, mailText, paragraphsOf } from "../../../../contract/mail/mail-texts.ts";
import { useAppearance } from "../../../lib/appearance.ts";

interface MailPreviewProps {
  kind: MailTextKind;
  subject: string;
  text: string;
}

/** A mail as its reader gets it, with examples in place of the placeholders; nothing in it can be pressed. */
export function MailPreview({ kind, subject, text }: MailPreviewProps) {
  const { label, placeholders, action } = mailText(kind);
  const agencyName = useAppearance()?.agencyName;
  const values = { ...placeholders, ...(agencyName && { Agentur: agencyName }) };
  return (
    <figure aria-label={`Vorschau: ${label}`} className="min-w-0">
      <figcaption className="mb-1.5 text-ui font-medium">Vorschau</figcaption>
      <div className="rounded-10 border [overflow-wrap:anywhere]">
        <p className="border-b px-5 py-3">
          <span className="mr-2 text-label text-text-3">Betreff</span>
          <span className="font-550">{fillText(subject, values)}</span>
        </p>
        <div className="px-5 pb-5 pt-4">
          <p>Hallo {placeholders.Name},</p>
          {paragraphsOf(text).map((paragraph) => (
            <p key={paragraph} className="mt-3 whitespace-pre-line">
              {fillText(paragraph, values)}
            </p>
          ))}
          <span className="mt-5 inline-flex min-h-9 items-center rounded-6 bg-brand px-3.5 font-medium text-on-brand">
            {action}
          </span>
        </div>
      </div>
    </figure>
  );
}
