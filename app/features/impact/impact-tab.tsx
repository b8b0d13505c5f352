import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Impact, type ImpactStep, type ImpactType, impactTypes } from "../../../contract/impact/impact.ts";
import type { RecordKey, RecordType } from "../../../contract/records/record-types.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { Section } from "../../ui/section.tsx";
import { CustomerTable } from "./customer-table.tsx";
import { foldedFrom, impactGraph, unfoldedSize } from "./impact-graph.ts";
import { ImpactGraphView } from "./impact-graph-view.tsx";

const asked: Partial<Record<RecordType, readonly ImpactType[]>> = {
  host: ["host", "provider"],
  domain: ["domain", "nameservers"],
  provider: ["provider"],
};

/** „Auswirkung“: what would be down if this were, and what hangs on that. */
export function ImpactTab({ record }: { record: RecordKey }) {
  const types = asked[record.type] ?? [];
  const [type, setType] = useState<ImpactType>(types[0] ?? "host");
  const [staying, setStaying] = useState<readonly string[]>([]);
  const impact = useQuery(
    useTRPC().impact.read.queryOptions(
      { type, id: record.id, staying: [...staying] },
      { placeholderData: (before) => before },
    ),
  );
  return (
    <>
      {types.length > 1 && (
        <Segment
          label="Was fällt aus?"
          options={types.map((value) => ({ value, label: impactTypes[value] }))}
          value={type}
          onChange={(value) => {
            setType(value);
            setStaying([]);
          }}
        />
      )}
      <QueryPanel query={impact} failure="Die Auswirkung konnte nicht geladen werden.">
        {(found) => (
          <>
            <Sentence impact={found} />
            {found.through.length > 1 && (
              <Steps steps={found.through} more={found.moreThrough} onStaying={setStaying} />
            )}
            <Graph impact={found} />
            <Customers impact={found} />
          </>
        )}
      </QueryPanel>
    </>
  );
}

const namedOf = ({ customers }: Impact) => customers.filter(({ id }) => id !== "").length;

function Sentence({ impact }: { impact: Impact }) {
  const { websites, contracts, monthlyCents, label, through } = impact;
  const named = namedOf(impact);
  const isWhole = through.every(({ falls }) => falls);
  return (
    <p className="mt-5 max-w-[720px] text-row text-text-2 [text-wrap:pretty] first:mt-0">
      {isWhole ? "Fällt " : "Fällt ein Teil von "}
      <b className="font-semibold text-text-1">{label}</b> aus, {websites === 1 ? "ist" : "sind"}{" "}
      <b className="font-semibold text-text-1">{counted(websites, "Website", "Websites")}</b> von{" "}
      {counted(named, "Kunden", "Kunden")} nicht erreichbar.{" "}
      {contracts > 0 && `${counted(contracts, "Vertrag hängt", "Verträge hängen")} daran`}
      {contracts > 0 && monthlyCents !== undefined && (
        <>
          {" "}
          mit <b className="num font-semibold text-text-1">{formatMoney(monthlyCents)}</b> im Monat
        </>
      )}
      {contracts > 0 && "."}
    </p>
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

interface StepsProps {
  steps: readonly ImpactStep[];
  more: number;
  onStaying: (ids: readonly string[]) => void;
}

/** „Was wäre, wenn“: any of them may stay up. */
function Steps({ steps, more, onStaying }: StepsProps) {
  const staying = steps.filter(({ falls }) => !falls).map(({ id }) => id);
  const toggle = ({ id, falls }: ImpactStep) =>
    onStaying(falls ? [...staying, id] : staying.filter((other) => other !== id));
  return (
    <fieldset className="mt-4 max-h-40 overflow-y-auto">
      <legend className="mb-1 text-label font-medium text-text-3">Was wäre, wenn das ausfällt</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {steps.map((step) => (
          <Checkbox key={step.id} label={step.label} checked={step.falls} onChange={() => toggle(step)} />
        ))}
        {more > 0 && <span className="text-ui text-text-2">und {formatNumber(more)} weitere</span>}
      </div>
    </fieldset>
  );
}

function Graph({ impact }: { impact: Impact }) {
  const isLarge = unfoldedSize(impact) > foldedFrom;
  const [isFolded, setFolded] = useState(true);
  const graph = useMemo(() => impactGraph(impact, isLarge && isFolded), [impact, isLarge, isFolded]);
  if (impact.customers.length === 0) return null;
  return (
    <Section
      title="Graph"
      className="!mt-6"
      aside={
        isLarge && (
          <Button size="sm" variant="ghost" onClick={() => setFolded(!isFolded)}>
            {isFolded ? "Jede Website einzeln" : "Websites zusammenfassen"}
          </Button>
        )
      }
    >
      <ImpactGraphView graph={graph} onUnfold={() => setFolded(false)} />
      {graph.leftOut > 0 && (
        <p className="mt-2 text-ui text-text-2">
          {counted(graph.leftOut, "weiterer Kunde steht", "weitere Kunden stehen")} nur in der Tabelle.
        </p>
      )}
    </Section>
  );
}

function Customers({ impact }: { impact: Impact }) {
  const { customers, monthlyCents } = impact;
  return (
    <Section title="Kunden" aside={formatNumber(namedOf(impact))} className="!mt-6">
      {customers.length === 0 && <p className="py-4 text-ui text-text-2">Nichts hängt daran.</p>}
      {customers.length > 0 && <CustomerTable customers={customers} showsMoney={monthlyCents !== undefined} />}
    </Section>
  );
}
