import { useState } from "react";
import { targetOf } from "../../../contract/imports/import-fields.ts";
import {
  failedRowsAddress,
  type ImportView,
  type MissingNames,
  type RowResult,
} from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { EffectList, sweepingQuestion } from "./effect-list.tsx";
import { rowCount } from "./import-words.ts";
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
          <a href={failedRowsAddress(view.id)} download className={buttonClass()}>
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
