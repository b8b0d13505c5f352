import { privacySettings } from "../../../../contract/settings/privacy.ts";
import type { Settings, SettingsView } from "../../../../contract/settings/sections.ts";
import { Field } from "../../../ui/field.tsx";
import { Section } from "../../../ui/section.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { SectionForm } from "../section-form.tsx";
import { useSectionForm } from "../use-section-form.ts";

type Privacy = Settings<"privacy">;
type Fields = Record<keyof Privacy, string>;

const periods: { name: keyof Privacy; label: string; hint: string }[] = [
  { name: "signInDays", label: "Anmeldungen", hint: "Wer sich wann an- und abgemeldet hat." },
  {
    name: "historyDays",
    label: "Protokoll und Verlauf",
    hint: "Alles andere im Protokoll, und damit auch der Verlauf der Einträge.",
  },
  { name: "notificationDays", label: "Gelesene Benachrichtigungen", hint: "Ungelesene bleiben, bis sie gelesen sind." },
];

const each = <From, To>(values: Record<keyof Privacy, From>, turn: (value: From) => To) =>
  Object.fromEntries(periods.map(({ name }) => [name, turn(values[name])])) as Record<keyof Privacy, To>;
const toFields = (values: Privacy): Fields => each(values, (days) => (days === null ? "" : String(days)));
const toValues = (fields: Fields): Privacy =>
  each(fields, (text) => (text.trim() === "" ? null : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN));

/** How long the portal keeps what it notes. */
export function RetentionForm({ view }: { view: SettingsView }) {
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
    </SectionForm>
  );
}
