import { type MailSecurity, type MailSettings, mailSettings } from "../../../contract/settings/mail.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { KeptPassword } from "../settings/kept-password.tsx";
import { SectionForm } from "../settings/section-form.tsx";
import { changeSecurity, HostAndPort, useForgetPassword } from "../settings/server-fields.tsx";
import { useSectionForm } from "../settings/use-section-form.ts";

type Values = Omit<MailSettings, "port"> & { port: string; password: string };

const securities: { value: MailSecurity; label: string }[] = [
  { value: "starttls", label: "STARTTLS" },
  { value: "tls", label: "TLS" },
  { value: "none", label: "Keine" },
];
const usualPorts: Record<MailSecurity, string> = { starttls: "587", tls: "465", none: "25" };

const toFields = (values: MailSettings): Values => ({ ...values, port: String(values.port), password: "" });
const toValues = ({ password: _, port, ...values }: Values): MailSettings => ({ ...values, port: Number(port) });
const toSecrets = ({ password }: Values): Record<string, string> => (password ? { password } : {});

/** The way to the mail server, and who the mails come from. */
export function MailForm({ view }: { view: SettingsView<"mail"> }) {
  const invalidate = useInvalidate();
  const form = useSectionForm({
    section: "mail" as const,
    view,
    schema: mailSettings,
    toFields,
    toValues,
    toSecrets,
    onSaved: () => void invalidate(["mail", "notification"]),
  });
  const { fields } = form;
  const forget = useForgetPassword("mail", { version: view.version, refreshes: ["setting", "mail", "notification"] });
  return (
    <SectionForm form={form}>
      <Section title="Mail-Server (SMTP)">
        <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
          <HostAndPort fields={fields} placeholder="mail.agentur.de" />
          <div>
            <p aria-hidden="true" className="mb-1.5 text-ui font-medium">
              Verschlüsselung
            </p>
            <Segment
              label="Verschlüsselung"
              options={securities}
              value={fields.values.security}
              onChange={(next) => changeSecurity(fields, usualPorts, next)}
            />
            {fields.values.security === "none" && (
              <p className="mt-1.5 text-meta text-warn-text">
                Passwort und E-Mails gehen unverschlüsselt durch das Netz. Nur für Server auf demselben Rechner.
              </p>
            )}
          </div>
          {fields.values.security !== "none" && (
            <Checkbox
              label="Zertifikat des Servers prüfen"
              checked={fields.values.checksCertificate}
              onChange={(event) => fields.change("checksCertificate", event.target.checked)}
            />
          )}
          <Field label="Benutzer" mark="optional" errors={fields.errorsOf("user")}>
            <TextInput {...fields.control("user")} autoComplete="off" spellCheck={false} />
          </Field>
          <KeptPassword
            mark="optional"
            control={fields.control("password")}
            errors={fields.errorsOf("password")}
            secret={view.secrets.password ?? null}
            onForget={forget}
          />
        </div>
      </Section>
      <Section title="Absender" className="mt-11">
        <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
          <Field label="Absendername" mark="optional" errors={fields.errorsOf("fromName")}>
            <TextInput {...fields.control("fromName")} placeholder="MEDIUM TechCenter" autoComplete="off" />
          </Field>
          <Field label="Absenderadresse" errors={fields.errorsOf("fromEmail")}>
            <TextInput
              {...fields.control("fromEmail")}
              type="email"
              placeholder="portal@agentur.de"
              autoComplete="off"
            />
          </Field>
          <Field
            label="Antwortadresse"
            mark="optional"
            hint="Wohin Antworten gehen, wenn nicht an den Absender."
            errors={fields.errorsOf("replyTo")}
          >
            <TextInput {...fields.control("replyTo")} type="email" autoComplete="off" />
          </Field>
        </div>
      </Section>
    </SectionForm>
  );
}
