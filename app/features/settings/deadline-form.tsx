import {
  type DeadlineKind,
  deadlineKinds,
  deadlineLabel,
  deadlineRules,
} from "../../../contract/deadlines/deadlines.ts";
import { isKeyOf } from "../../../contract/narrowing.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { overdueAfter, usualLeads, usualLeadsOf } from "../../../contract/reminders/reminders.ts";
import { deadlineSettings } from "../../../contract/settings/deadlines.ts";
import type { Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { ErrorSentence, Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSectionForm } from "./use-section-form.ts";

type Fields = Record<string, string>;

const toFields = ({ leads }: Settings<"deadlines">): Fields =>
  Object.fromEntries(deadlineKinds.map((kind) => [kind, (leads[kind] ?? []).join(", ")]));

function toValues(fields: Fields): Settings<"deadlines"> {
  const leads = deadlineKinds.flatMap((kind) => {
    const typed = (fields[kind] ?? "").split(/[\s,;]+/).filter(Boolean);
    return typed.length > 0 ? [[kind, typed.map(Number)] as const] : [];
  });
  return { leads: Object.fromEntries(leads) };
}

const nameOf = (kind: DeadlineKind) => {
  const rule = isKeyOf(deadlineRules, kind) ? deadlineRules[kind] : undefined;
  return rule ? `${deadlineLabel(kind)} (${declarationOf(rule.type).labels.many})` : deadlineLabel(kind);
};

const listed = new Intl.ListFormat("de");
const namesOf = (kinds: readonly DeadlineKind[]) => listed.format(kinds.map((kind) => `„${deadlineLabel(kind)}“`));
const withoutLeads = deadlineKinds.filter((kind) => usualLeadsOf(kind).length === 0);
/** What applies where nothing is entered, with the kinds that have other leads than most. */
const emptyMeans = `Bleibt ein Feld leer, gilt ${usualLeads.join(", ")}; bei ${namesOf(withoutLeads)} gibt es dann keinen Vorlauf.`;
const overdueText = `${listed.format(overdueAfter.map(String))} Tage`;

/** How many days ahead people hear of each kind of deadline. */
export function DeadlineForm({ view }: { view: SettingsView<"deadlines"> }) {
  const form = useSectionForm({ section: "deadlines", view, schema: deadlineSettings, toFields, toValues });
  const { fields } = form;
  return (
    <SectionForm form={form}>
      <Section title="Wann erinnert wird">
        <p className="mt-3 max-w-[640px] text-text-2">
          Tage vor dem letzten Tag zum Kündigen, sonst vor dem Termin selbst, mit Komma getrennt. {emptyMeans} Dazu
          kommen in jedem Fall der Tag selbst und, wenn nichts geschieht, {overdueText} danach. Wer an einem dieser Tage
          nicht arbeitet, hört davon am eigenen Arbeitstag davor, von Überfälligem am Arbeitstag danach.
        </p>
        <div className="mt-[18px] grid max-w-[760px] gap-x-8 gap-y-[18px] md:grid-cols-2">
          {deadlineKinds.map((kind) => (
            <Field key={kind} label={nameOf(kind)}>
              <TextInput
                {...fields.control(kind)}
                placeholder={usualLeadsOf(kind).join(", ") || "nur am Tag selbst"}
                inputMode="numeric"
              />
            </Field>
          ))}
        </div>
        {fields.errorsOf("leads").map((error) => (
          <ErrorSentence key={error} error={error} label="Vorlauf" />
        ))}
      </Section>
    </SectionForm>
  );
}
