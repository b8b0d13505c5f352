import { secondFactorRuleLabels, secondFactorRules } from "../../../contract/security/security.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { type SignInSettings, signInSettings } from "../../../contract/settings/sign-in.ts";
import type { useForm } from "../../lib/form/form.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "../settings/section-form.tsx";
import { useSectionForm } from "../settings/use-section-form.ts";
import { AccountFields } from "./provider-account-fields.tsx";
import { ProviderFields } from "./provider-fields.tsx";
import { RoleFields } from "./provider-role-fields.tsx";

export type SignInValues = SignInSettings & { clientSecret: string };
export type SignInForm = ReturnType<typeof useForm<SignInValues>>;

const toFields = (values: SignInSettings): SignInValues => ({ ...values, clientSecret: "" });
const toValues = ({ clientSecret: _, ...values }: SignInValues): SignInSettings => values;
const toSecrets = ({ clientSecret }: SignInValues): Record<string, string> =>
  clientSecret ? { oidcClientSecret: clientSecret } : {};

/** How people sign in: the second factor, and the provider with what it may decide. */
export function SignInSettingsForm({ view }: { view: SettingsView<"signIn"> }) {
  const { update } = useSession();
  const form = useSectionForm({
    section: "signIn" as const,
    view,
    schema: signInSettings,
    toFields,
    toValues,
    toSecrets,
    // The new rule may concern whoever has just made it.
    onSaved: async () => void (await update()),
  });
  const { fields } = form;
  return (
    <SectionForm form={form}>
      <Section title="Zweiter Faktor">
        <RuleField fields={fields} />
      </Section>
      <Section title="Anbieter (OpenID Connect)" className="mt-11">
        <ProviderFields fields={fields} secret={view.secrets.oidcClientSecret ?? null} />
      </Section>
      {fields.values.oidcIssuer !== "" && (
        <>
          <Section title="Rollen" className="mt-11">
            <RoleFields fields={fields} />
          </Section>
          <Section title="Konten" className="mt-11">
            <AccountFields fields={fields} />
          </Section>
        </>
      )}
    </SectionForm>
  );
}

function RuleField({ fields }: { fields: SignInForm }) {
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
