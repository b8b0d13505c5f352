import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { refOf } from "../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { PersonAvatar } from "../../lib/people/person-avatar.tsx";
import { cx } from "../../ui/cx.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { useRecordMarks } from "../record-mark.tsx";
import { recordPath } from "../record-path.ts";
import { useRecordUi } from "../record-ui.tsx";
import { additionTo } from "./additions.ts";
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
  const marks = useRecordMarks();
  const groups = relations.data
    ?.map((group) => ({ group, addition: additionTo(record, group, marks[group.type]?.isMadeBeside ?? false) }))
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

/** A person beside a record, among the records that it is tied to. */
function PersonSection({ label, person }: { label: string; person: Ref }) {
  const headingId = useId();
  const { id, label: name, image } = person;
  return (
    <section aria-labelledby={headingId} className="border-b pb-2 pt-2 xl:first:pt-0 xl:last:border-b-0">
      <h2 id={headingId} className="flex min-h-8 items-center text-label font-medium text-text-3">
        {label}
      </h2>
      <Link
        to={recordPath("user", id) ?? ""}
        className="flex h-[34px] items-center gap-2.5 rounded-4 text-ui hover:bg-hover max-md:h-11"
      >
        <PersonAvatar person={{ id, name, image }} size={20} />
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
      </Link>
    </section>
  );
}
