import { RotateCcw } from "lucide-react";
import { useRef } from "react";
import { fillText, type MailTextKind, mailText, paragraphsOf } from "../../../../contract/mail/mail-texts.ts";
import type { MailTextSettings } from "../../../../contract/settings/mail-texts.ts";
import { useAppearance } from "../../../lib/appearance.ts";
import type { useForm } from "../../../lib/form/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Section } from "../../../ui/section.tsx";

type Control = HTMLInputElement | HTMLTextAreaElement;

interface MailTextFieldsProps {
  kind: MailTextKind;
  fields: ReturnType<typeof useForm<MailTextSettings>>;
  className?: string | undefined;
}

/** Subject and text of one mail, what may stand in them, and how it will look. */
export function MailTextFields({ kind, fields, className }: MailTextFieldsProps) {
  const { label, when, placeholders, subject, text } = mailText(kind);
  const last = useRef<Control | null>(null);
  const [subjectName, textName] = [`${kind}Subject`, `${kind}Text`] as const;
  const { values, change } = fields;
  const isOwn = values[subjectName] !== subject || values[textName] !== text;

  const insert = (name: string) => {
    const control = last.current;
    if (!control) return;
    control.setRangeText(`{${name}}`, control.selectionStart ?? 0, control.selectionEnd ?? 0, "end");
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  };
  const remember = (control: Control) => {
    last.current = control;
  };

  return (
    <Section id={kind} title={label} className={className}>
      <p className="mt-3 max-w-[640px] text-text-2">{when}</p>
      <div className="mt-[18px] grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <div className="grid content-start gap-[18px]">
          <Field label="Betreff" errors={fields.errorsOf(subjectName)}>
            <TextInput
              {...fields.control(subjectName)}
              aria-label={`${label}: Betreff`}
              onFocus={(event) => remember(event.currentTarget)}
              maxLength={120}
              autoComplete="off"
            />
          </Field>
          <Field label="Text" hint="Eine leere Zeile beginnt einen neuen Absatz." errors={fields.errorsOf(textName)}>
            <TextArea
              {...fields.control(textName)}
              ref={(control) => {
                last.current ??= control;
              }}
              aria-label={`${label}: Text`}
              onFocus={(event) => remember(event.currentTarget)}
              rows={7}
              maxLength={2000}
            />
          </Field>
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-label text-text-3">Einsetzen:</span>
            {Object.keys(placeholders).map((name) => (
              <Button
                key={name}
                size="sm"
                aria-label={`${label}: {${name}} einsetzen`}
                onClick={() => insert(name)}
                className="font-mono"
              >
                {`{${name}}`}
              </Button>
            ))}
            {isOwn && (
              <Button
                size="sm"
                variant="ghost"
                icon={RotateCcw}
                aria-label={`${label}: mitgelieferter Text`}
                onClick={() => {
                  change(subjectName, subject);
                  change(textName, text);
                }}
              >
                Mitgelieferter Text
              </Button>
            )}
          </div>
        </div>
        <MailPreview kind={kind} subject={values[subjectName]} text={values[textName]} />
      </div>
    </Section>
  );
}

interface MailPreviewProps {
  kind: MailTextKind;
  subject: string;
  text: string;
}

/** A mail as its reader gets it, with examples in place of the placeholders; nothing in it can be pressed. */
function MailPreview({ kind, subject, text }: MailPreviewProps) {
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
