import { ArrowRight, TriangleAlert } from "lucide-react";
import { type ColumnEffect, type ImportView, isSweeping } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { formatNumber } from "../../lib/format.ts";
import { formatValue } from "../../records/values/format-value.ts";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";

/** What the import would do to values that exist, column by column; what sweeps over most of them stands out. */
export function EffectList({ view }: { view: ImportView }) {
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
export function sweepingQuestion({ type, effects }: ImportView) {
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
