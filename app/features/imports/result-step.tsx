import { Link } from "@remix-run/react";
import { Download, Undo2 } from "lucide-react";
import { useState } from "react";
import {
  failedRowsPath,
  type ImportState,
  type ImportView,
  type RowResult,
} from "../../../contract/imports/imports.ts";
import type { FieldProblems } from "../../../contract/problems.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { NewRelation } from "../../../contract/records/relations.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { capitalize, formatDateTime, formatNumber } from "../../lib/format.ts";
import { openBulkEdit } from "../../records/list/bulk/bulk-dialogs.tsx";
import { useBulk } from "../../records/list/bulk/use-bulk.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { countsSentence, manyOf } from "./import-labels.ts";
import { ResultFilter } from "./result-filter.tsx";
import { RowList } from "./row-list.tsx";

const headlines: Partial<Record<ImportState, string>> = {
  finished: "Import abgeschlossen.",
  cancelled: "Import abgebrochen.",
  aborted: "Der Import wurde unterbrochen.",
  undone: "Import rückgängig gemacht.",
};

/** What an import has done, and the ways back and on. */
export function ResultStep({ view }: { view: ImportView }) {
  const { counts, state, undo } = view;
  const [result, setResult] = useState<RowResult | undefined>(counts.failed > 0 ? "failed" : undefined);
  const done = counts.created + counts.updated + counts.unchanged + counts.skipped + counts.failed;
  return (
    <div className="mt-6">
      <h2 className="text-lead">{headlines[state]}</h2>
      <p className="mt-1 text-help text-text-2">
        {state === "undone" ? undoneSentence(undo) : `${capitalize(countsSentence(counts))}.`}
        {view.finishedAt && <span className="text-text-3"> {formatDateTime(view.finishedAt)}</span>}
      </p>
      {(state === "cancelled" || state === "aborted") && done < view.totalRows && (
        <p className="mt-1 text-ui text-text-2">
          {formatNumber(view.totalRows - done)} von {formatNumber(view.totalRows)} Zeilen wurden nicht mehr angesehen.
        </p>
      )}
      {view.problem && (
        <div className="mt-3">
          <FormNotice text={view.problem} />
        </div>
      )}
      <Ways view={view} />
      <SetForAll view={view} />
      {state === "undone" && undo.conflicts > 0 && (
        <Section title="Was geblieben ist">
          <RowList view={view} conflicts isPlan={false} empty="" />
        </Section>
      )}
      <div className="mt-7">
        <ResultFilter counts={counts} total={done} value={result} isPlan={false} onChange={setResult} />
        <RowList
          key={result ?? "all"}
          view={view}
          results={result && [result]}
          isPlan={false}
          empty="Keine Zeile mit diesem Ergebnis."
        />
      </div>
    </div>
  );
}

function Ways({ view }: { view: ImportView }) {
  const trpc = useTRPC();
  const undo = useMutate(trpc.import.undo.mutationOptions(), { refreshes: ["import"] });
  const { path } = declarationOf(view.type);
  const { created, updated, unchanged } = view.counts;
  const readIn = created + updated + unchanged;
  const ask = async () => {
    const isSure = await confirm({
      title: "Import rückgängig machen?",
      description:
        "Neu angelegte Einträge werden gelöscht, geänderte Felder bekommen ihren alten Wert zurück. Was seitdem jemand geändert hat, bleibt.",
      confirmLabel: "Rückgängig machen",
    });
    if (isSure) undo.mutate({ id: view.id });
  };
  const askAgain = async () => {
    const isSure = await confirm({
      title: "Trotzdem zurücknehmen?",
      description:
        "Was seit dem Import nur du geändert hast, wird auch zurückgenommen. Was andere geändert haben, bleibt weiterhin.",
      confirmLabel: "Zurücknehmen",
    });
    if (isSure) undo.mutate({ id: view.id, ownEdits: true });
  };
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2 max-md:[&>*]:flex-auto">
      {path && readIn > 0 && view.state !== "undone" && (
        <Link to={`${path}?import=${view.id}`} className={buttonClass()}>
          {readIn === 1 ? "Den eingelesenen anzeigen" : `Alle ${formatNumber(readIn)} eingelesenen anzeigen`}
        </Link>
      )}
      {path && (
        <Link to={path} className={buttonClass({ variant: "ghost" })}>
          {`Liste „${manyOf(view.type)}“ öffnen`}
        </Link>
      )}
      {view.counts.failed > 0 && (
        <a href={failedRowsPath(view.id)} download className={buttonClass()}>
          <Icon of={Download} />
          Fehlerhafte Zeilen herunterladen
        </a>
      )}
      {view.canUndo && (
        <Button variant="danger" icon={Undo2} loading={undo.isPending} onClick={ask}>
          Rückgängig machen …
        </Button>
      )}
      {view.canUndoOwnEdits && (
        <Button variant="danger" icon={Undo2} loading={undo.isPending} onClick={askAgain}>
          Trotzdem zurücknehmen …
        </Button>
      )}
      <Link to={`/import?type=${view.type}`} className={buttonClass({ variant: "ghost" })}>
        Weitere Datei importieren
      </Link>
      {view.canUndo && view.undoUntil && (
        <p className="text-note text-text-3 max-md:basis-full">
          Rückgängig machen geht bis {formatDateTime(view.undoUntil)}.
        </p>
      )}
    </div>
  );
}

/** The relations that the file did not bring, each to be set for all that was read in. */
function SetForAll({ view }: { view: ImportView }) {
  const declaration = declarationOf(view.type);
  const bulk = useBulk(declaration, () => {});
  const readIn = view.counts.created + view.counts.updated + view.counts.unchanged;
  const names = Object.entries(declaration.fields).flatMap(([name, field]) => {
    const isOffered = field.kind === "relation" || (field.kind === "links" && field.to === "host");
    return isOffered && !field.readOnly && !view.settings.columns.includes(name) ? [name] : [];
  });
  if (!declaration.path || readIn === 0 || view.state === "undone" || names.length === 0) return null;
  const apply = (body: RecordBody, newRelations: NewRelation[]) =>
    new Promise<FieldProblems | "done">((resolve) =>
      bulk.update.mutate(
        { selection: { scope: { importId: view.id, where: [], archived: false } }, body, newRelations },
        { onSuccess: () => resolve("done"), onError: (error) => resolve(problemOf(error)?.fields ?? {}) },
      ),
    );
  const { one, many } = declaration.labels;
  const title = readIn === 1 ? `1 ${one} aus diesem Import` : `${formatNumber(readIn)} ${many} aus diesem Import`;
  return (
    <Section title={readIn === 1 ? "Noch setzen" : "Für alle setzen"} className="mt-7">
      <p className="mt-3 text-ui text-text-2">
        Das stand nicht in der Datei. Gesetzt wird es für{" "}
        {readIn === 1 ? "den eingelesenen Eintrag" : "alle eingelesenen Einträge"}.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {names.map((name) => (
          <Button key={name} onClick={() => openBulkEdit({ declaration, title, only: name, apply })}>
            {`${declaration.fields[name]?.label} setzen …`}
          </Button>
        ))}
      </div>
    </Section>
  );
}

function undoneSentence({ undone, conflicts }: ImportView["undo"]): string {
  const rows = `${formatNumber(undone)} ${undone === 1 ? "Zeile" : "Zeilen"} zurückgenommen`;
  return conflicts === 0 ? `${rows}.` : `${rows}, ${formatNumber(conflicts)} mit Änderungen von anderen geblieben.`;
}
