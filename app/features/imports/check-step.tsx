import { ArrowRight, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { targetOf } from "../../../contract/imports/import-fields.ts";
import {
  type ColumnEffect,
  failedRowsPath,
  type ImportView,
  isSweeping,
  type MissingNames,
  type RowResult,
} from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { formatNumber } from "../../lib/format.ts";
import { formatValue } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { rowCount } from "./import-labels.ts";
import { ResultFilter } from "./result-filter.tsx";
import { RowList } from "./row-list.tsx";
import { UnknownValues } from "./unknown-values.tsx";

interface CheckStepProps {
  view: ImportView;
  onRemap: () => void;
}

/** What the import will do, before it does it. */
export function CheckStep({ view, onRemap }: CheckStepProps) {
  const trpc = useTRPC();
  const { counts } = view;
  const [result, setResult] = useState<RowResult | undefined>(counts.failed > 0 ? "failed" : undefined);
  const start = useMutate(trpc.import.start.mutationOptions(), { refreshes: ["import"] });
  const writes = counts.created + counts.updated;
  const begin = async () => {
    const question = sweepingQuestion(view);
    if (!question || (await confirm(question))) start.mutate({ id: view.id });
  };
  return (
    <div className="mt-6">
      <h2 className="text-lead">{headline(view)}</h2>
      <p className="mt-1 text-help text-text-2">
        Noch ist nichts geschrieben.{" "}
        {counts.failed > 0 && "Zeilen mit Fehlern werden ausgelassen, die anderen übernommen."}
      </p>
      {view.missing.map((missing) => (
        <Missing key={missing.field} view={view} missing={missing} />
      ))}
      <div className="mt-5 flex flex-wrap gap-2 max-md:[&>*]:flex-auto">
        {writes > 0 && (
          <Button variant="primary" loading={start.isPending} loadingLabel="Beginnt …" onClick={() => void begin()}>
            {`${rowCount(writes)} übernehmen`}
          </Button>
        )}
        <Button onClick={onRemap}>Zuordnung ändern</Button>
        {counts.failed > 0 && (
          <a href={failedRowsPath(view.id)} download className={buttonClass()}>
            Fehlerhafte Zeilen herunterladen
          </a>
        )}
      </div>
      <UnknownValues view={view} />
      <EffectList view={view} />
      <div className="mt-7">
        <ResultFilter counts={counts} total={view.totalRows} value={result} isPlan onChange={setResult} />
        <RowList
          key={result ?? "all"}
          view={view}
          results={result && [result]}
          isPlan
          empty="Keine Zeile mit diesem Ergebnis."
        />
      </div>
    </div>
  );
}

function headline({ counts, totalRows }: ImportView): string {
  const writes = counts.created + counts.updated;
  if (totalRows === 0) return "Die Datei enthält keine Zeilen.";
  if (counts.failed === totalRows) return "In jeder Zeile ist etwas falsch.";
  if (writes === 0) return "Es gibt nichts zu übernehmen.";
  if (counts.failed === 0) return writes === 1 ? "Die Zeile kann übernommen werden." : "Alles bereit.";
  return `${rowCount(counts.failed)} mit Fehlern, ${formatNumber(writes)} bereit.`;
}

/** „Es werden 12 Kunden angelegt: …“ */
function Missing({ view, missing }: { view: ImportView; missing: MissingNames }) {
  const field = declarationOf(view.type).fields[missing.field];
  const target = field && targetOf(field);
  if (!target || target === "user") return null;
  const { one, many } = declarationOf(target).labels;
  const rest = missing.count - missing.samples.length;
  return (
    <p className="mt-2 text-ui text-text-2 [overflow-wrap:anywhere]">
      Außerdem {missing.count === 1 ? "wird" : "werden"} {formatNumber(missing.count)}{" "}
      {missing.count === 1 ? one : many} angelegt: {missing.samples.join(", ")}
      {rest > 0 && ` und ${formatNumber(rest)} weitere`}.
    </p>
  );
}

/** What the import would do to values that exist, column by column; what sweeps over most of them stands out. */
function EffectList({ view }: { view: ImportView }) {
  const replaced = view.effects.reduce((sum, effect) => sum + effect.replaced, 0);
  if (view.effects.length === 0) return null;
  return (
    <Section
      title="Änderungen an vorhandenen Einträgen"
      aside={
        <span className="num">{replaced === 1 ? "1 Wert ersetzt" : `${formatNumber(replaced)} Werte ersetzt`}</span>
      }
    >
      <ul>
        {view.effects.map((effect) => (
          <EffectRow key={effect.field} view={view} effect={effect} />
        ))}
      </ul>
    </Section>
  );
}

function EffectRow({ view, effect }: { view: ImportView; effect: ColumnEffect }) {
  const field = declarationOf(view.type).fields[effect.field];
  const [sample] = effect.samples;
  if (!field) return null;
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-b py-2.5 text-ui md:grid-cols-[minmax(0,220px)_minmax(0,260px)_minmax(0,1fr)]">
      <span className="font-550 [overflow-wrap:anywhere]">{field.label}</span>
      <span className={isSweeping(effect) ? "text-warn-text" : "text-text-2"}>
        {isSweeping(effect) && <Icon of={TriangleAlert} size={14} className="mr-1.5 inline-block align-[-2px]" />}
        <span className="num">{effectText(effect)}</span>
      </span>
      {sample && (
        <span className="min-w-0 text-note text-text-2 [overflow-wrap:anywhere]">
          <span className="sr-only">Zum Beispiel vorher </span>
          <span className="text-text-3">{formatValue(field, sample.before)}</span>
          <Icon of={ArrowRight} size={14} className="mx-1 inline-block align-[-2px] text-text-3" />
          <span className="sr-only">jetzt </span>
          {formatValue(field, sample.after)}
        </span>
      )}
    </li>
  );
}

/** „60 von 60 ersetzt, 3 ergänzt“ */
function effectText({ met, replaced, filled }: ColumnEffect): string {
  const parts = [
    ...(replaced > 0 ? [`${formatNumber(replaced)} von ${formatNumber(met)} ersetzt`] : []),
    ...(filled > 0 ? [`${formatNumber(filled)} ergänzt`] : []),
  ];
  return parts.join(", ");
}

/** What is asked before values are replaced in most of the records that a column meets; undefined where none is. */
function sweepingQuestion({ type, effects }: ImportView) {
  const sweeping = effects.filter(isSweeping);
  if (sweeping.length === 0) return undefined;
  const { fields } = declarationOf(type);
  const told = sweeping.map(
    ({ field, met, replaced }) =>
      `„${fields[field]?.label ?? field}“ in ${formatNumber(replaced)} von ${formatNumber(met)}`,
  );
  return {
    title: "Vorhandene Werte ersetzen?",
    description: `Der Import ersetzt in den meisten Einträgen, die er kennt: ${told.join(", ")}. Stimmt die Zuordnung?`,
    confirmLabel: "Ersetzen",
  };
}
