import { useQuery } from "@tanstack/react-query";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { refOf } from "../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { cx } from "../../ui/cx.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { useRecordUi } from "../record-ui.tsx";
import { additionTo } from "./additions.ts";
import { PersonSection } from "./person-section.tsx";
import { RelationSection } from "./relation-section.tsx";

interface RelationsColumnProps {
  record: RecordRow;
  className?: string | undefined;
}

/** Everything that a record is tied to, with the way to add more. */
export function RelationsColumn({ record, className }: RelationsColumnProps) {
  const { type, id } = record;
  const trpc = useTRPC();
  const relations = useQuery(trpc.relation.list.queryOptions({ type, id }));
  const groups = relations.data
    ?.map((group) => ({ group, addition: additionTo(record, group) }))
    .filter(({ group, addition }) => group.totalItems > 0 || addition !== undefined);
  const { holderField = "", BesideTop } = useRecordUi(type);
  const holder = refOf(record.values[holderField]);
  return (
    <aside
      aria-label="Beziehungen"
      className={cx("min-w-0 max-xl:columns-[280px] max-xl:gap-x-12 [&>section]:break-inside-avoid", className)}
    >
      {BesideTop && <BesideTop record={record} />}
      {relations.isPending && <Skeletons />}
      {relations.isError && !relations.data && (
        <ListError
          message="Die Beziehungen konnten nicht geladen werden."
          errorId={problemOf(relations.error)?.requestId}
          onRetry={() => relations.refetch()}
          retrying={relations.isFetching}
        />
      )}
      {holder && <PersonSection label={declarationOf(type).fields[holderField]?.label ?? ""} person={holder} />}
      {groups?.map(({ group, addition }) => (
        <RelationSection key={group.key} record={record} group={group} addition={addition} />
      ))}
      {groups?.length === 0 && !holder && <p className="text-ui text-text-3">Noch keine Beziehungen.</p>}
    </aside>
  );
}

function Skeletons() {
  return (
    <div role="status">
      <span className="sr-only">Wird geladen …</span>
      {[1, 2, 3].map((group) => (
        <div key={group} className="border-b py-4">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="mt-4 h-4 w-48" />
          <Skeleton className="mt-4 h-4 w-40" />
        </div>
      ))}
    </div>
  );
}
