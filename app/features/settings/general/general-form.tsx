import { useRevalidator } from "@remix-run/react";
import { recordOf } from "../../../../contract/narrowing.ts";
import { generalSettings } from "../../../../contract/settings/general.ts";
import type { Settings, SettingsView } from "../../../../contract/settings/sections.ts";
import { TimeZoneField } from "../../../records/form/controls/time-zone-field.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Section } from "../../../ui/section.tsx";
import { SectionForm } from "../section-form.tsx";
import { useSectionForm } from "../use-section-form.ts";
import { ColorField } from "./color-field.tsx";
import { LogoField } from "./logo-field.tsx";
import { NumberRangeFields, type RangeFields, rangeNames } from "./number-range-fields.tsx";
import { WorkingDaysField } from "./working-days-field.tsx";

type General = Settings<"general">;

export type GeneralFields = Omit<General, "primaryColor" | "numberRanges"> & {
  /** Empty for the portal's own. */
  primaryColor: string;
  numberRanges: RangeFields;
};

const toFields = ({ primaryColor, numberRanges, ...rest }: General): GeneralFields => ({
  ...rest,
  primaryColor: primaryColor ?? "",
  numberRanges: recordOf(rangeNames, (name) => ({ ...numberRanges[name], digits: String(numberRanges[name].digits) })),
});

const toValues = ({ primaryColor, numberRanges, ...rest }: GeneralFields): General => ({
  ...rest,
  primaryColor: primaryColor.trim().toLowerCase() || null,
  numberRanges: recordOf(rangeNames, (name) => ({ ...numberRanges[name], digits: Number(numberRanges[name].digits) })),
});

/** What the agency calls itself, how the portal looks and how it counts; a change shows at once. */
export function GeneralForm({ view }: { view: SettingsView<"general"> }) {
  const { revalidate } = useRevalidator();
  const form = useSectionForm({
    section: "general" as const,
    view,
    schema: generalSettings,
    toFields,
    toValues,
    onSaved: revalidate,
  });
  const { fields } = form;
  const { values, change } = fields;
  return (
    <SectionForm form={form}>
      <Section title="Agentur">
        <div className="mt-[18px] grid gap-[18px]">
          <Field
            label="Name"
            mark="optional"
            hint="Steht auf der Seite zum Anmelden."
            errors={fields.errorsOf("agencyName")}
            className="max-w-[440px]"
          >
            <TextInput {...fields.control("agencyName")} autoComplete="organization" maxLength={80} />
          </Field>
          <LogoField
            logoKey={values.logoKey}
            errors={fields.errorsOf("logoKey")}
            onChange={(key) => change("logoKey", key)}
          />
        </div>
      </Section>
      <Section title="Hauptfarbe" className="mt-11">
        <ColorField
          value={values.primaryColor}
          errors={fields.errorsOf("primaryColor")}
          onChange={(color) => change("primaryColor", color)}
          onBlur={() => fields.check("primaryColor")}
        />
      </Section>
      <Section title="Zeitzone" className="mt-11">
        <TimeZoneField
          value={values.timeZone}
          errors={fields.errorsOf("timeZone")}
          className="mt-[18px]"
          onChange={(zone) => change("timeZone", zone)}
        />
      </Section>
      <Section title="Arbeitstage und Feiertage" className="mt-11">
        <WorkingDaysField
          days={values.workingDays}
          region={values.holidayRegion}
          dayErrors={fields.errorsOf("workingDays")}
          regionErrors={fields.errorsOf("holidayRegion")}
          onDays={(days) => change("workingDays", days)}
          onRegion={(region) => change("holidayRegion", region)}
        />
      </Section>
      <Section title="Nummernkreise" className="mt-11">
        <NumberRangeFields
          values={values.numberRanges}
          isWrong={fields.errorsOf("numberRanges").length > 0}
          onChange={(ranges) => change("numberRanges", ranges)}
          onBlur={() => fields.check("numberRanges")}
        />
      </Section>
    </SectionForm>
  );
}
