import { recordOf } from "../../../contract/narrowing.ts";
import { monitoringSettings } from "../../../contract/settings/monitoring.ts";
import type { Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { durationText } from "../../../contract/time/duration-text.ts";
import { dayMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { Field } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSectionForm } from "./use-section-form.ts";

type Monitoring = Settings<"monitoring">;
type Figure = {
  [Name in keyof Monitoring]: Monitoring[Name] extends number ? Name : never;
}[keyof Monitoring];
type Fields = Record<Figure | "canaries" | "userAgent", string> & { takesPreviews: boolean };

interface FigureField {
  name: Figure;
  label: string;
  unit?: "Sekunden" | "Millisekunden" | "Tagen";
}

const maxMs = 365 * dayMs;

/** „In Sekunden: 6 Stunden.“: what is typed in words as well, where nobody counts in seconds. */
function hintOf(unit: FigureField["unit"], typed: string): string | undefined {
  const ms = Number(typed) * secondMs;
  if (unit === "Sekunden" && ms >= minuteMs && ms <= maxMs) return `In Sekunden: ${durationText(ms)}.`;
  return unit && `In ${unit}.`;
}

const intervals: readonly FigureField[] = [
  { name: "premiumIntervalS", label: "Websites mit Servicelevel Premium", unit: "Sekunden" },
  { name: "standardIntervalS", label: "Alle anderen Websites", unit: "Sekunden" },
  { name: "hostIntervalS", label: "Hoster", unit: "Sekunden" },
  { name: "certificateIntervalS", label: "Zertifikate", unit: "Sekunden" },
  { name: "dnsIntervalS", label: "DNS der Domains", unit: "Sekunden" },
];
const thresholds: readonly FigureField[] = [
  { name: "slowMs", label: "Langsam ab", unit: "Millisekunden" },
  { name: "timeoutMs", label: "Zeitlimit", unit: "Millisekunden" },
];
const previews: readonly FigureField[] = [{ name: "previewIntervalDays", label: "Neues Bild alle", unit: "Tagen" }];
const load: readonly FigureField[] = [{ name: "maxChecks", label: "Prüfungen gleichzeitig, höchstens" }];
const figures = [...intervals, ...thresholds, ...previews, ...load].map(({ name }) => name);

const toFields = (values: Monitoring): Fields => ({
  ...recordOf(figures, (name) => String(values[name])),
  canaries: values.canaries.join("\n"),
  userAgent: values.userAgent,
  takesPreviews: values.takesPreviews,
});

const toValues = ({ canaries, userAgent, takesPreviews, ...typed }: Fields): Monitoring => ({
  ...recordOf(figures, (name) => (typed[name].trim() === "" ? Number.NaN : Number(typed[name].replace(",", ".")))),
  canaries: canaries.split(/[\s,;]+/).filter(Boolean),
  userAgent,
  takesPreviews,
});

/** How the portal watches what nobody has set something else for. */
export function MonitoringForm({ view }: { view: SettingsView<"monitoring"> }) {
  const form = useSectionForm({ section: "monitoring", view, schema: monitoringSettings, toFields, toValues });
  const { fields } = form;
  const inputs = (group: readonly FigureField[]) => (
    <div className="mt-[18px] grid max-w-[760px] gap-x-8 gap-y-[18px] md:grid-cols-2">
      {group.map(({ name, label, unit }) => (
        <Field key={name} label={label} hint={hintOf(unit, fields.values[name])} errors={fields.errorsOf(name)}>
          <TextInput {...fields.control(name)} inputMode="numeric" autoComplete="off" />
        </Field>
      ))}
    </div>
  );
  return (
    <SectionForm form={form}>
      <Section title="Wie oft geprüft wird">
        <p className="mt-3 max-w-[640px] text-text-2">
          Gilt für alles, wofür nichts Eigenes eingestellt ist; das geht auf der Seite jeder Website, Domain und jedes
          Hosters unter „Überwachung einstellen“. Geprüft wird nur, was live ist.
        </p>
        {inputs(intervals)}
      </Section>
      <Section title="Schwellen" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Eine Website gilt als beeinträchtigt, wenn drei von fünf Antworten langsamer sind. Als offline gilt sie nach
          drei Fehlschlägen: Nach dem ersten prüft das Portal nach 20 und nach 60 Sekunden noch einmal.
        </p>
        {inputs(thresholds)}
      </Section>
      <Section title="Vorschaubilder" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Von jeder Website, die live ist, macht ein abgeschotteter Browser je ein Bild wie auf einem Desktop und einem
          Telefon. Einwilligungen lehnt er ab. Sieht eine Seite plötzlich ganz anders aus, wird das gemeldet.
        </p>
        <Switch {...fields.control("takesPreviews")} className="mt-[18px]" label="Vorschaubilder von selbst erzeugen" />
        {inputs(previews)}
      </Section>
      <Section title="Eigene Verbindung" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Fallen mehrere Ziele fast gleichzeitig aus, fragt das Portal erst diese Adressen. Antworten zwei von drei
          nicht, ist die eigene Internetverbindung gestört, und niemand wird deshalb als offline gemeldet.
        </p>
        <Field
          label="Vergleichsziele"
          hint="Eines je Zeile mit Port, zum Beispiel 9.9.9.9:443."
          errors={fields.errorsOf("canaries")}
          className="mt-[18px] max-w-[440px]"
        >
          <TextArea
            {...fields.control("canaries")}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
        </Field>
      </Section>
      <Section title="Wie sich das Portal meldet" className="mt-11">
        <Field
          label="Kennung (User-Agent)"
          hint="Leer: der Name des Portals, mit PUBLIC_URL auch die Adresse der Seite „/bot“, die ihn erklärt."
          errors={fields.errorsOf("userAgent")}
          className="mt-[18px] max-w-[440px]"
        >
          <TextInput {...fields.control("userAgent")} autoComplete="off" spellCheck={false} />
        </Field>
        {inputs(load)}
      </Section>
    </SectionForm>
  );
}
