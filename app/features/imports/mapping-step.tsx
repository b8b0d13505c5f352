import { useNavigate } from "@remix-run/react";
import type { FormEvent } from "react";
import { targetOf } from "../../../contract/imports/import-fields.ts";
import { type ImportView, importModeLabels } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Section } from "../../ui/section.tsx";
import { rowCount } from "./import-labels.ts";
import { MappingList } from "./mapping-list.tsx";
import { ReadingOptions } from "./reading-options.tsx";
import { SavedMappings } from "./saved-mappings.tsx";
import { type MappingState, useMapping } from "./use-mapping.ts";

interface MappingStepProps {
  view: ImportView;
  onChecking: () => void;
}

/** Which column means what. Read in another way, the file is proposed anew. */
export function MappingStep(props: MappingStepProps) {
  const { reading, headerRow, columns } = props.view;
  return <Mapping key={JSON.stringify([reading, headerRow, columns.length])} {...props} />;
}

function Mapping({ view, onChecking }: MappingStepProps) {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const mapping = useMapping(view);
  const check = useMutate(trpc.import.check.mutationOptions(), {
    refreshes: ["import"],
    onSuccess: onChecking,
    onRefused: mapping.showRefusal,
  });
  const remove = useMutate(trpc.import.delete.mutationOptions(), {
    refreshes: ["import"],
    onSuccess: () => navigate(`/import?type=${view.type}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mapping.isReady()) check.mutate({ id: view.id, settings: mapping.settings });
  };
  const discard = async () => {
    const isSure = await confirm({
      title: "Import verwerfen?",
      description: `„${view.filename}“ wurde noch nicht übernommen.`,
      confirmLabel: "Verwerfen",
    });
    if (isSure) remove.mutate({ id: view.id });
  };
  const { labels } = declarationOf(view.type);
  return (
    <form onSubmit={submit} noValidate className="mt-6">
      {view.problem && <FormNotice text={view.problem} />}
      {view.preset && (
        <p className="mb-5 rounded-10 bg-mnt-soft px-4 py-3 text-ui" role="status">
          <span className="font-semibold">Sieht aus wie ein Export aus {view.preset}.</span> Die Spalten sind schon
          zugeordnet.
        </p>
      )}
      <ReadingOptions view={view} />
      <PreviewTable view={view} />
      <SavedMappings view={view} mapping={mapping} />
      <MappingList view={view} mapping={mapping} />
      <ImportOptions view={view} mapping={mapping} />
      {mapping.message && <FormNotice text={mapping.message} />}
      <div className="mt-7 flex flex-wrap items-center gap-2 max-md:[&>*]:flex-auto">
        <Button type="submit" variant="primary" loading={check.isPending} loadingLabel="Prüft …">
          {`${rowCount(view.totalRows)} prüfen`}
        </Button>
        <Button variant="ghost" onClick={discard} loading={remove.isPending}>
          Verwerfen
        </Button>
        <p className="text-note text-text-3 max-md:basis-full">
          Beim Prüfen wird noch nichts geschrieben: Du siehst vorher, was mit {labels.many} geschieht.
        </p>
      </div>
    </form>
  );
}

const shownRows = 5;

/** The first rows as they were read, by which wrong umlauts and wrong columns show at once. */
function PreviewTable({ view }: { view: ImportView }) {
  const rows = view.preview.slice(0, shownRows);
  const columns = view.columns.flatMap(({ heading }, at) =>
    heading !== "" && heading === view.checkHeading ? [] : [{ heading, at }],
  );
  if (rows.length === 0) return <p className="mt-4 text-ui text-text-2">Unter der Überschrift steht keine Zeile.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Vorschau der ersten Zeilen" tabIndex={0} className="mt-4 overflow-x-auto">
      <table className="w-full text-left text-ui">
        <thead>
          <tr className="border-b border-line-strong">
            <th scope="col" className="h-[34px] pr-4 text-label text-text-3">
              Zeile
            </th>
            {columns.map(({ heading, at }) => (
              <th key={at} scope="col" className="h-[34px] whitespace-nowrap pr-4 text-label text-text-3">
                {heading || `Spalte ${at + 1}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number} className="border-b">
              <th scope="row" className="num h-8 pr-4 font-normal text-text-3">
                {number}
              </th>
              {columns.map(({ at }) => (
                <td key={at} className="h-8 max-w-[240px] truncate whitespace-nowrap pr-4">
                  {cells[at] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What becomes of rows that are new, of names that nobody knows, and of dates and amounts in other notations. */
function ImportOptions({ view, mapping }: { view: ImportView; mapping: MappingState }) {
  const { settings, creatable, change } = mapping;
  const { fields, naturalKeys } = declarationOf(view.type);
  const kinds = new Set(settings.columns.map((name) => name && fields[name]?.kind));
  const keys = naturalKeys.map((name) => fields[name]?.label).join(", sonst ");
  const toggle = (name: string, isOn: boolean) =>
    change({
      createMissing: isOn ? [...settings.createMissing, name] : settings.createMissing.filter((one) => one !== name),
    });
  return (
    <Section title="Übernahme">
      <div className="mt-4 grid gap-x-6 gap-y-5 lg:grid-cols-3">
        <Field label="Zeilen" hint={`Vorhandene erkennt das Portal an: ${keys}. Leere Zellen ändern nichts.`}>
          <ChoiceSelect labels={importModeLabels} value={settings.mode} onChange={(mode) => change({ mode })} />
        </Field>
        {kinds.has("date") && (
          <Field label="Datum mit Schrägstrichen" hint="20.11.2026 und 2026-11-20 werden immer verstanden.">
            <ChoiceSelect
              labels={{ dmy: "Tag zuerst: 20/11/2026", mdy: "Monat zuerst: 11/20/2026" }}
              value={settings.dates}
              onChange={(dates) => change({ dates })}
            />
          </Field>
        )}
        {kinds.has("money") && (
          <Field label="Beträge">
            <ChoiceSelect
              labels={{ comma: "Deutsch: 1.234,50", point: "Englisch: 1,234.50" }}
              value={settings.decimals}
              onChange={(decimals) => change({ decimals })}
            />
          </Field>
        )}
      </div>
      {creatable.length > 0 && (
        <fieldset className="mt-5">
          <legend className="text-ui font-medium">Fehlende anlegen</legend>
          <p className="mt-0.5 text-meta text-text-3">
            Sonst ist eine Zeile ein Fehler, wenn sie einen Namen nennt, den es hier nicht gibt.
          </p>
          <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1.5">
            {creatable.map((name) => (
              <Checkbox
                key={name}
                className="min-h-8 text-ui"
                label={missingLabel(view, name)}
                checked={settings.createMissing.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </Section>
  );
}

/** „Kunden“, and „Standorte (Ausgegeben an)“ where the field is called otherwise. */
function missingLabel({ type }: ImportView, name: string): string {
  const field = declarationOf(type).fields[name];
  const target = field && targetOf(field);
  if (!field || !target || target === "user") return name;
  const { many, one } = declarationOf(target).labels;
  return field.label === one || field.label === many ? many : `${many} (${field.label})`;
}
