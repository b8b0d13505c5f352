import { networkSettings } from "../../../contract/settings/network.ts";
import type { Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { Field } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSectionForm } from "./use-section-form.ts";

interface Fields extends Record<string, unknown> {
  allowedNetworks: string;
  checksLinks: boolean;
}

const toFields = ({ allowedNetworks, checksLinks }: Settings<"network">): Fields => ({
  allowedNetworks: allowedNetworks.join("\n"),
  checksLinks,
});
const toValues = ({ allowedNetworks, checksLinks }: Fields): Settings<"network"> => ({
  checksLinks,
  allowedNetworks: allowedNetworks
    .split(/[\s,;]+/)
    .map((network) => network.trim())
    .filter(Boolean),
});

/** Which private networks the portal may send requests to, and whether it asks for what pages link to. */
export function NetworkForm({ view }: { view: SettingsView<"network"> }) {
  const form = useSectionForm({ section: "network", view, schema: networkSettings, toFields, toValues });
  const { fields } = form;
  return (
    <SectionForm form={form}>
      <Section title="Erlaubte Netze">
        <p className="mt-3 max-w-[640px] text-text-2">
          Webhooks, Kanäle und Anfragen an den Anbieter der Anmeldung gehen nur ins öffentliche Internet. Adressen im
          eigenen Netz, dieser Rechner selbst und die Auskunftsdienste von Cloud-Anbietern sind gesperrt, weil sonst
          eine Webhook-Adresse genügte, um Dienste anzusprechen, die niemand von außen erreichen soll.
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
      <Section title="Links im Wiki" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Einmal im Monat fragt das Portal jede Adresse an, auf die eine veröffentlichte Wiki-Seite verweist, ohne
          Cookies und ohne zu sagen, woher. Was ins Leere führt, steht unter „Wissenslücken“ und auf der Seite selbst.
        </p>
        <div className="mt-3">
          <Switch
            label="Links im Wiki prüfen"
            checked={fields.values.checksLinks}
            onChange={(event) => fields.change("checksLinks", event.target.checked)}
          />
        </div>
      </Section>
    </SectionForm>
  );
}
