import type { AfterReading, DmarcMailboxSettings, MailboxSecurity } from "../../../contract/settings/dmarc-mailbox.ts";
import { dmarcMailboxSettings } from "../../../contract/settings/dmarc-mailbox.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { Field } from "../../ui/form/field.tsx";
import { Segment, type SegmentOption } from "../../ui/form/segment.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { KeptPassword } from "../settings/kept-password.tsx";
import { SectionForm } from "../settings/section-form.tsx";
import { changeSecurity, HostAndPort, useForgetPassword } from "../settings/server-fields.tsx";
import { useSectionForm } from "../settings/use-section-form.ts";

type Values = Omit<DmarcMailboxSettings, "port"> & { port: string; password: string };

const securities: SegmentOption<MailboxSecurity>[] = [
  { value: "tls", label: "TLS" },
  { value: "starttls", label: "STARTTLS" },
  { value: "none", label: "Keine" },
];
const usualPorts: Record<MailboxSecurity, string> = { tls: "993", starttls: "143", none: "143" };
const afterReadings: SegmentOption<AfterReading>[] = [
  { value: "seen", label: "Als gelesen markieren" },
  { value: "move", label: "Verschieben" },
];

const toFields = (values: DmarcMailboxSettings): Values => ({ ...values, port: String(values.port), password: "" });
const toValues = ({ password: _, port, ...values }: Values): DmarcMailboxSettings => ({
  ...values,
  port: Number(port),
});
const toSecrets = ({ password }: Values): Record<string, string> => (password ? { password } : {});

/** The mailbox that receives DMARC reports, and what happens to those that were read. */
export function MailboxForm({ view }: { view: SettingsView<"dmarcMailbox"> }) {
  const invalidate = useInvalidate();
  const form = useSectionForm({
    section: "dmarcMailbox" as const,
    view,
    schema: dmarcMailboxSettings,
    toFields,
    toValues,
    toSecrets,
    onSaved: () => void invalidate(["dmarc"]),
  });
  const { fields } = form;
  const forget = useForgetPassword("dmarcMailbox", { version: view.version, refreshes: ["setting", "dmarc"] });
  return (
    <SectionForm form={form}>
      <Section title="Postfach (IMAP)">
        <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
          <HostAndPort fields={fields} placeholder="imap.agentur.de" />
          <Choice
            label="Verschlüsselung"
            options={securities}
            value={fields.values.security}
            onChange={(next) => changeSecurity(fields, usualPorts, next)}
            errors={fields.errorsOf("security")}
          />
          <Field label="Benutzer" errors={fields.errorsOf("user")}>
            <TextInput {...fields.control("user")} autoComplete="off" spellCheck={false} />
          </Field>
          <KeptPassword
            control={fields.control("password")}
            errors={fields.errorsOf("password")}
            secret={view.secrets.password ?? null}
            onForget={forget}
          />
          <Field label="Ordner" errors={fields.errorsOf("folder")}>
            <TextInput {...fields.control("folder")} autoComplete="off" spellCheck={false} />
          </Field>
          <Choice
            label="Gelesene Berichte"
            options={afterReadings}
            value={fields.values.afterReading}
            onChange={(next) => fields.change("afterReading", next)}
            errors={fields.errorsOf("afterReading")}
          />
          {fields.values.afterReading === "move" && (
            <Field label="Zielordner" hint="Fehlt er, wird er angelegt." errors={fields.errorsOf("archiveFolder")}>
              <TextInput {...fields.control("archiveFolder")} autoComplete="off" spellCheck={false} />
            </Field>
          )}
        </div>
      </Section>
    </SectionForm>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly SegmentOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  errors: readonly string[];
}

function Choice<Value extends string>({ label, errors, ...segment }: ChoiceProps<Value>) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-ui font-medium">
        {label}
      </p>
      <Segment label={label} {...segment} />
      {errors.map((error) => (
        <p key={error} role="alert" className="mt-1.5 text-meta text-bad-text">
          {error}
        </p>
      ))}
    </div>
  );
}
