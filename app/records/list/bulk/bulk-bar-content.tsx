import { Archive, ArchiveRestore, type LucideIcon, Merge, Pencil, Tags, UserCheck, X } from "lucide-react";
import { isMergeable } from "../../../../contract/merges/merges.ts";
import type { FieldProblems } from "../../../../contract/problems.ts";
import { archiveLabels } from "../../../../contract/records/archive-labels.ts";
import type { BulkSelection } from "../../../../contract/records/bulk.ts";
import type { RecordScope } from "../../../../contract/records/list-input.ts";
import { responsibleField, toScope } from "../../../../contract/records/list-state.ts";
import type { NewRelation } from "../../../../contract/records/relations.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { confirm } from "../../../lib/dialogs/confirm.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { Icon } from "../../../ui/icon.tsx";
import { openMerge } from "../../merge/open-merge.tsx";
import type { BulkUi } from "../../record-ui.tsx";
import type { BulkBarProps } from "./bulk-bar.tsx";
import { openBulkEdit, openBulkTags } from "./bulk-dialogs.tsx";
import { BulkExport } from "./bulk-export.tsx";
import { countSelected, type Selection } from "./selection.ts";
import { useBulk } from "./use-bulk.ts";

interface BulkBarContentProps extends BulkBarProps {
  /** What the type adds. */
  own: BulkUi;
}

/** What can be done with the selected records; nothing while none is selected. */
export function BulkBarContent({ declaration, state, selecting, totalItems, own }: BulkBarContentProps) {
  const role = useRole();
  const { BulkActions, SelectionActions, bulkExport } = own;
  const bulk = useBulk(declaration, selecting.clear);
  const { selection } = selecting;
  const count = countSelected(selection, totalItems);
  if (count === 0) return null;

  const chosen = toBulkSelection(selection, toScope(state), totalItems);
  const responsible = responsibleField(declaration);
  const labels = archiveLabels(declaration);
  const named = `${formatNumber(count)} ${count === 1 ? declaration.labels.one : declaration.labels.many}`;
  const apply = (body: RecordBody, newRelations: NewRelation[]) =>
    new Promise<FieldProblems | "done">((resolve) =>
      bulk.update.mutate(
        { selection: chosen, body, newRelations },
        { onSuccess: () => resolve("done"), onError: (error) => resolve(problemOf(error)?.fields ?? {}) },
      ),
    );
  const edit = (only?: string) => openBulkEdit({ declaration, title: named, only, apply });
  const tag = async () => {
    const tags = await openBulkTags(named);
    if (tags) bulk.setTags.mutate({ selection: chosen, ...tags });
  };
  const archive = async () => {
    const isSure = await confirm({
      title: labels.question(named),
      description: labels.note,
      confirmLabel: labels.action,
    });
    if (isSure) bulk.archive(chosen);
  };
  const [one, two, ...others] = selection.kind === "some" ? selection.ids : [];
  const pair = one && two && others.length === 0 ? ([one, two] as const) : undefined;
  const merge = async (ids: readonly [string, string]) => {
    if (await openMerge(declaration.type, ids)) selecting.clear();
  };
  const mayEdit = hasAbility(role, "editRecords") && !state.archived;
  return (
    <section
      aria-label="Auswahl"
      className="fixed bottom-[60px] left-[calc(80px+(100vw-80px)/2)] z-30 flex w-max max-w-[calc(100vw-112px)] -translate-x-1/2 items-center gap-0.5 whitespace-nowrap rounded-10 bg-inverse py-1.5 pl-4 pr-1.5 text-ui font-medium text-on-inverse shadow-e2 max-md:bottom-[calc(68px+var(--live-notice,0px)+env(safe-area-inset-bottom))] max-md:left-2 max-md:right-2 max-md:w-auto max-md:max-w-none max-md:translate-x-0 [&_:focus-visible]:outline-on-inverse [&_:focus-visible]:outline-offset-[-2px]"
    >
      <p className="num flex-none" aria-live="polite">
        {formatNumber(count)} ausgewählt
      </p>
      <Rule />
      {/* What does not fit goes into a second row; a phone scrolls it, between the count and the way out. */}
      <div className="flex min-w-0 items-center gap-0.5 max-md:overflow-x-auto md:flex-wrap">
        {selection.kind === "some" && selecting.page === "all" && totalItems > count && (
          <button type="button" onClick={selecting.selectEverything} className={barButton}>
            Alle {formatNumber(totalItems)} Treffer auswählen
          </button>
        )}
        {SelectionActions && <SelectionActions selection={chosen} className={barButton} onDone={selecting.clear} />}
        {BulkActions && selection.kind === "some" && (
          <BulkActions ids={[...selection.ids]} mayEdit={mayEdit} className={barButton} onDone={selecting.clear} />
        )}
        {mayEdit && pair && isMergeable(declaration.type) && hasAbility(role, "mergeRecords") && (
          <BarButton icon={Merge} label="Zusammenführen" onClick={() => merge(pair)} />
        )}
        {mayEdit && <BarButton icon={Pencil} label="Bearbeiten" onClick={() => edit()} />}
        {mayEdit && declaration.fields.tags && <BarButton icon={Tags} label="Tags" onClick={tag} />}
        {mayEdit && responsible && (
          <BarButton icon={UserCheck} label="Verantwortlich setzen" onClick={() => edit(responsible)} />
        )}
        {hasAbility(role, "exportRecords") && (
          <BulkExport
            declaration={declaration}
            state={state}
            selection={selection}
            more={bulkExport}
            className={barButton}
          />
        )}
        {hasAbility(role, declaration.archivedBy ?? "archiveRecords") &&
          (state.archived ? (
            <BarButton icon={ArchiveRestore} label="Wiederherstellen" onClick={() => bulk.restore(chosen)} />
          ) : (
            <BarButton icon={Archive} label={labels.action} onClick={archive} />
          ))}
      </div>
      <Rule />
      <button type="button" aria-label="Auswahl aufheben" onClick={selecting.clear} className={barButton}>
        <Icon of={X} />
      </button>
    </section>
  );
}

const barButton =
  "flex h-8 flex-none items-center gap-[7px] rounded-6 px-2.5 transition-colors hover:bg-[color-mix(in_srgb,var(--on-inverse)_12%,transparent)] max-md:h-11";

function BarButton({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button type="button" title={label} onClick={onClick} className={barButton}>
      <Icon of={icon} />
      <span className="max-lg:sr-only">{label}</span>
    </button>
  );
}

function Rule() {
  return (
    <i
      aria-hidden="true"
      className="mx-2 h-5 w-px flex-none bg-[color-mix(in_srgb,var(--on-inverse)_24%,transparent)]"
    />
  );
}

/** The selection as bulk commands take it. „All“ names the total that the person saw, so that nothing else is meant. */
function toBulkSelection(selection: Selection, scope: RecordScope, totalItems: number): BulkSelection {
  return selection.kind === "all" ? { scope, expected: totalItems } : { ids: [...selection.ids] };
}
