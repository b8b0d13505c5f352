import type { Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { technologySettings } from "../../../contract/settings/technologies.ts";
import { technologyCategories } from "../../../contract/technologies/technologies.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { PasswordInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "../settings/section-form.tsx";
import { useSectionForm } from "../settings/use-section-form.ts";
import { FeedState } from "../vulnerabilities/feed-state.tsx";
import { RuleTrialForm } from "./rule-trial.tsx";

interface Fields extends Record<string, unknown> {
  rules: string;
  tags: string;
  wordfenceKey: string;
}

const toFields = ({ rules, tags }: Settings<"technologies">): Fields => ({
  rules,
  wordfenceKey: "",
  tags: tags.map(({ technology, tag }) => `${technology} = ${tag}`).join("\n"),
});

const toValues = ({ rules, tags }: Fields): Settings<"technologies"> => ({
  rules,
  tags: tags
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.lastIndexOf("=");
      return at < 0
        ? { technology: line.trim(), tag: "" }
        : { technology: line.slice(0, at).trim(), tag: line.slice(at + 1).trim() };
    }),
});

const example = `Buchungsmodul Nord:
  category: plugin
  scriptSrc: ['/nordbuchung/v([\\d.]+)/']
  html: ['data-nordbuchung=']`;

/** What an agency recognises besides what the portal does, tried before it is kept, and the tags that follow. */
export function RulesForm({ view }: { view: SettingsView<"technologies"> }) {
  const invalidate = useInvalidate();
  const form = useSectionForm({
    section: "technologies" as const,
    view,
    schema: technologySettings,
    toFields,
    toValues,
    toSecrets: ({ wordfenceKey }): Record<string, string> => (wordfenceKey === "" ? {} : { wordfenceKey }),
    onSaved: () => invalidate(["vulnerability"]),
  });
  const { fields } = form;
  return (
    <>
      <SectionForm form={form}>
        <Section title="Eigene Regeln">
          <p className="mt-3 max-w-[640px] text-text-2">
            Was das Portal noch nicht erkennt, etwa eigene Themes oder Module, beschreibst du hier in YAML: der Name,
            darunter <code>category</code> und mindestens ein Merkmal aus <code>header</code>, <code>cookie</code>,{" "}
            <code>meta</code>, <code>scriptSrc</code>, <code>html</code>, <code>dom</code>, <code>url</code>,{" "}
            <code>tls</code> oder <code>dns</code>. Die erste Klammer eines Musters ist die Version.
          </p>
          <pre className="mt-3 whitespace-pre-wrap rounded-8 bg-sunken p-3 text-note [overflow-wrap:anywhere]">
            {example}
          </pre>
          <Field
            label="Regeln"
            hint={`Kategorien: ${Object.keys(technologyCategories).join(", ")}.`}
            errors={fields.errorsOf("rules")}
            className="mt-[18px]"
          >
            <TextArea
              {...fields.control("rules")}
              rows={12}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="none"
              className="font-mono"
            />
          </Field>
        </Section>
        <Section title="Tags je Technologie" className="mt-11">
          <p className="mt-3 max-w-[640px] text-text-2">
            Wird eine Technologie gefunden, bekommt die Website den Tag. Nimmt ihn jemand weg, bleibt er weg, bis die
            Technologie verschwunden war und wieder da ist.
          </p>
          <Field
            label="Technologie und Tag"
            hint="Je Zeile eine, zum Beispiel „WooCommerce = Shop“. Den Tag muss es schon geben."
            errors={fields.errorsOf("tags")}
            className="mt-[18px] max-w-[440px]"
          >
            <TextArea {...fields.control("tags")} rows={5} spellCheck={false} autoComplete="off" />
          </Field>
        </Section>
        <Section title="Bekannte Sicherheitslücken" className="mt-11">
          <p className="mt-3 max-w-[640px] text-text-2">
            Mit einem Schlüssel von Wordfence Intelligence (dort kostenlos) vergleicht das Portal einmal am Tag, was das
            Plugin „TechCenter Reporter“ aus WordPress meldet, mit den bekannten Lücken. Übertragen wird dabei nur der
            Schlüssel. Am echten Dienst noch nicht erprobt.
          </p>
          <Field label="Schlüssel" errors={fields.errorsOf("wordfenceKey")} className="mt-[18px] max-w-[440px]">
            <PasswordInput
              {...fields.control("wordfenceKey")}
              autoComplete="new-password"
              placeholder={view.secrets.wordfenceKey ? "Leer lassen, um ihn zu behalten" : undefined}
            />
          </Field>
          {view.secrets.wordfenceKey && <FeedState />}
        </Section>
      </SectionForm>
      <RuleTrialForm rules={fields.values.rules} />
    </>
  );
}
