import { mailTextKinds } from "../../../../contract/mail/mail-texts.ts";
import { type MailTextSettings, mailTextSettings } from "../../../../contract/settings/mail-texts.ts";
import type { SettingsView } from "../../../../contract/settings/sections.ts";
import { SectionForm } from "../section-form.tsx";
import { useSectionForm } from "../use-section-form.ts";
import { MailTextFields } from "./mail-text-fields.tsx";

const asTheyAre = (values: MailTextSettings) => values;

/** The words of the portal's mails, each beside what becomes of it. */
export function MailTextsForm({ view }: { view: SettingsView<"mailTexts"> }) {
  const form = useSectionForm({
    section: "mailTexts" as const,
    view,
    schema: mailTextSettings,
    toFields: asTheyAre,
    toValues: asTheyAre,
  });
  return (
    <SectionForm form={form}>
      {mailTextKinds.map((kind, index) => (
        <MailTextFields key={kind} kind={kind} fields={form.fields} className={index > 0 ? "mt-11" : undefined} />
      ))}
    </SectionForm>
  );
}
