import type { FormEvent } from "react";
import { type MailSecurity, type MailSettings, mailSettings } from "../../../contract/settings/mail.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { z } from "../../../contract/zod.ts";
import { useForm } from "../../lib/form.tsx";
import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { UnsavedGuard } from "../../lib/unsaved-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Segment } from "../../ui/segment.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { MailPassword } from "./mail-password.tsx";

const schema = z.object({ ...mailSettings.shape, password: z.string().max(2000) });
type Values = Omit<MailSettings, "port"> & { port: string; password: string };

const securities: { value: MailSecurity; label: string }[] = [
  { value: "starttls", label: "STARTTLS" },
  { value: "tls", label: "TLS" },
  { value: "none", label: "Keine" },
];
const usualPorts: Record<MailSecurity, string> = { starttls: "587", tls: "465", none: "25" };

/** The way to the mail server, and who the mails come from. */
export function MailForm({ view }: { view: SettingsView<"mail"> }) {
  const trpc = useTRPC();
  const initial: Values = { ...view.values, port: String(view.values.port), password: "" };
  const toInput = (values: Values) => ({ ...values, port: Number(values.port) });
  const fields = useForm<Values>({ schema, initial, toInput: (values) => toInput(values as Values) });
  const save = useMutate(trpc.setting.update.mutationOptions(), {
    refreshes: ["setting", "mail", "notification"],
    success: "Gespeichert.",
    onSuccess: fields.reset,
    onRefused: fields.showRefusal,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !fields.isValid()) return;
    const { password, ...values } = toInput(fields.values);
    const secrets: Record<string, string> = password ? { password } : {};
    save.mutate({ section: "mail", values, secrets, version: view.version });
  };
  const forget = () => save.mutate({ section: "mail", secrets: { password: null }, version: view.version });
  const chooseSecurity = (next: MailSecurity) => {
    const isUsual = Object.values(usualPorts).includes(fields.values.port);
    fields.change("security", next);
    if (isUsual) fields.change("port", usualPorts[next]);
  };
  return (
    <>
      <form ref={fields.form} onSubmit={submit} noValidate>
        {fields.message && <FormNotice text={fields.message} />}
        <Section title="Mail-Server (SMTP)">
          <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
            <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_120px]">
              <Field label="Server" errors={fields.errorsOf("host")}>
                <TextInput
                  {...fields.control("host")}
                  placeholder="mail.agentur.de"
                  autoComplete="off"
                  inputMode="url"
                />
              </Field>
              <Field label="Port" errors={fields.errorsOf("port")}>
                <TextInput {...fields.control("port")} inputMode="numeric" autoComplete="off" />
              </Field>
            </div>
            <div>
              <p aria-hidden="true" className="mb-1.5 text-ui font-medium">
                Verschlüsselung
              </p>
              <Segment
                label="Verschlüsselung"
                options={securities}
                value={fields.values.security}
                onChange={chooseSecurity}
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
            <MailPassword
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
        <div className="mt-7 flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            disabled={!fields.isDirty}
            loading={save.isPending}
            loadingLabel="Speichert …"
          >
            Speichern
          </Button>
          {fields.isDirty && !save.isPending && (
            <Button variant="ghost" onClick={fields.reset}>
              Verwerfen
            </Button>
          )}
        </div>
      </form>
      <UnsavedGuard isDirty={fields.isDirty && !save.isPending} onDiscard={fields.reset} />
    </>
  );
}
