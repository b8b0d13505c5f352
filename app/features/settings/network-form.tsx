import { networkSettings } from "../../../contract/settings/network.ts";
import type { SettingsView } from "../../../contract/settings/sections.ts";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/section.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSectionForm } from "./use-section-form.ts";

const toFields = ({ allowedNetworks }: { allowedNetworks: string[] }) => ({
  allowedNetworks: allowedNetworks.join("\n"),
});
const toValues = ({ allowedNetworks }: { allowedNetworks: string }) => ({
  allowedNetworks: allowedNetworks
    .split(/[\s,;]+/)
    .map((network) => network.trim())
    .filter(Boolean),
});

/** Which private networks the portal may send requests to. */
export function NetworkForm({ view }: { view: SettingsView }) {
  const form = useSectionForm({ section: "network", view, schema: networkSettings, toFields, toValues });
  const { fields } = form;
  return (
    <SectionForm form={form}>
      <Section title="Erlaubte Netze">
        <p className="mt-3 max-w-[640px] text-text-2">
          Webhooks gehen nur ins öffentliche Internet. Adressen im eigenen Netz, dieser Rechner selbst und die
          Auskunftsdienste von Cloud-Anbietern sind gesperrt, weil sonst eine Webhook-Adresse genügte, um Dienste
          anzusprechen, die niemand von außen erreichen soll.
        </p>
        <p className="mt-2 max-w-[640px] text-text-2">
          Trag hier nur ein, was wirklich gebraucht wird, und so eng wie möglich: lieber einen Rechner (10.0.0.5) als
          ein ganzes Netz (10.0.0.0/8).
        </p>
        <Field
          label="Adressen und Netze"
          hint="Eine je Zeile, zum Beispiel 192.168.10.4 oder fd00::/64. Leer: keine."
          errors={fields.errorsOf("allowedNetworks")}
          className="mt-[18px] max-w-[440px]"
        >
          <TextArea
            {...fields.control("allowedNetworks")}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
        </Field>
      </Section>
    </SectionForm>
  );
}
