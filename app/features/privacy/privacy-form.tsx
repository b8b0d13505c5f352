import { recordOf } from "../../../contract/narrowing.ts";
import { privacySettings } from "../../../contract/settings/privacy.ts";
import type { Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "../settings/section-form.tsx";
import { useSectionForm } from "../settings/use-section-form.ts";

type Privacy = Settings<"privacy">;
type Period = "signInDays" | "historyDays" | "notificationDays";
type Fields = Omit<Privacy, Period> & Record<Period, string>;

const periods: { name: Period; label: string; hint: string }[] = [
  { name: "signInDays", label: "Anmeldungen", hint: "Wer sich wann an- und abgemeldet hat." },
  {
    name: "historyDays",
    label: "Protokoll und Verlauf",
    hint: "Alles andere im Protokoll, und damit auch der Verlauf der Einträge.",
  },
  { name: "notificationDays", label: "Gelesene Benachrichtigungen", hint: "Ungelesene bleiben, bis sie gelesen sind." },
];

const each = <From, To>(values: Record<Period, From>, turn: (value: From) => To) =>
  recordOf(
    periods.map(({ name }) => name),
    (name) => turn(values[name]),
  );
const toFields = (values: Privacy): Fields => ({
  ...values,
  ...each(values, (days) => (days === null ? "" : String(days))),
});
const toValues = (fields: Fields): Privacy => ({
  ...fields,
  ...each(fields, (text) => (text.trim() === "" ? null : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)),
});

/** Who answers for personal data, and how long the portal keeps what it notes. */
export function PrivacyForm({ view }: { view: SettingsView<"privacy"> }) {
  const form = useSectionForm({ section: "privacy", view, schema: privacySettings, toFields, toValues });
  const { fields } = form;
  return (
    <SectionForm form={form}>
      <Section title="Aufbewahrung">
        <p className="mt-3 max-w-[640px] text-text-2">
          Was älter ist, löscht das Portal jede Nacht endgültig. Ein leeres Feld heißt: für immer.
        </p>
        <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
          {periods.map(({ name, label, hint }) => (
            <Field key={name} label={label} mark="in Tagen" hint={hint} errors={fields.errorsOf(name)}>
              <TextInput
                {...fields.control(name)}
                inputMode="numeric"
                autoComplete="off"
                placeholder="für immer"
                className="num max-w-[160px]"
              />
            </Field>
          ))}
        </div>
      </Section>
      <Section title="Verantwortlich" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Steht am Anfang des Verzeichnisses von Verarbeitungstätigkeiten.
        </p>
        <div className="mt-[18px] grid max-w-[560px] gap-[18px]">
          <Field
            label="Verantwortlich"
            mark="optional"
            hint="Firma, Anschrift und wie man euch erreicht."
            errors={fields.errorsOf("controller")}
          >
            <TextArea {...fields.control("controller")} rows={4} autoComplete="off" />
          </Field>
          <Field
            label="Datenschutzbeauftragte Person"
            mark="optional"
            hint="Name und E-Mail oder Telefon."
            errors={fields.errorsOf("dataOfficer")}
          >
            <TextArea {...fields.control("dataOfficer")} rows={2} autoComplete="off" />
          </Field>
        </div>
      </Section>
    </SectionForm>
  );
}
