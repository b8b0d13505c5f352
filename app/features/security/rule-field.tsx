import { secondFactorRuleLabels, secondFactorRules } from "../../../contract/security/security.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import type { SignInForm } from "./sign-in-settings-form.tsx";

export function RuleField({ fields }: { fields: SignInForm }) {
  return (
    <Field
      label="Zweiter Faktor Pflicht für"
      hint="Wer noch keinen hat, richtet ihn nach der nächsten Anmeldung ein, bevor etwas anderes geht."
      errors={fields.errorsOf("secondFactor")}
      className="mt-[18px] max-w-[440px]"
    >
      <Select {...fields.control("secondFactor")}>
        {secondFactorRules.map((rule) => (
          <option key={rule} value={rule}>
            {secondFactorRuleLabels[rule]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
