import { domainSettings } from "../../../contract/settings/domains.ts";
import type { Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSectionForm } from "./use-section-form.ts";

const toFields = ({ confirmDays, quarantineDays }: Settings<"domains">) => ({
  confirmDays: String(confirmDays),
  quarantineDays: String(quarantineDays),
});

/** How long registries wait for holders. */
export function HolderCheckForm({ view }: { view: SettingsView<"domains"> }) {
  const { endings } = view.values;
  const form = useSectionForm({
    section: "domains",
    view,
    schema: domainSettings,
    toFields,
    toValues: ({ confirmDays, quarantineDays }) => ({
      endings,
      confirmDays: Number(confirmDays),
      quarantineDays: Number(quarantineDays),
    }),
  });
  const { fields } = form;
  return (
    <SectionForm form={form}>
      <Section title="Inhaberprüfung (NIS2)">
        <p className="mt-3 max-w-[640px] text-text-2">
          Wie viel Zeit die DENIC einem Inhaber lässt, seine Daten zu bestätigen, und wie lange die Domain danach
          abgeschaltet ist, bevor sie gelöscht wird.
        </p>
        <div className="mt-[18px] grid max-w-[520px] gap-x-8 gap-y-[18px] md:grid-cols-2">
          <Field label="Frist (Tage)" errors={fields.errorsOf("confirmDays")}>
            <TextInput {...fields.control("confirmDays")} inputMode="numeric" />
          </Field>
          <Field label="Quarantäne (Tage)" errors={fields.errorsOf("quarantineDays")}>
            <TextInput {...fields.control("quarantineDays")} inputMode="numeric" />
          </Field>
        </div>
      </Section>
    </SectionForm>
  );
}
