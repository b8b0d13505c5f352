import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { formatDate } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { useArchiving } from "./use-archiving.ts";

/** Says that a record is in the archive and therefore does not change. */
export function ArchivedBanner({ record }: { record: RecordRow }) {
  const role = useRole();
  const { restore, isPending } = useArchiving(record);
  if (!record.archivedAt) return null;
  return (
    <section
      aria-label="Archiviert"
      className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-10 bg-sunken py-3 pl-[18px] pr-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">Archiviert am {formatDate(record.archivedAt)}</p>
        <p className="text-ui text-text-2">
          Steht in keiner Liste mehr und lässt sich erst nach dem Wiederherstellen ändern.
        </p>
      </div>
      {hasAbility(role, declarationOf(record.type).archivedBy ?? "archiveRecords") && (
        <Button variant="on-tint" loading={isPending} onClick={restore}>
          Wiederherstellen
        </Button>
      )}
    </section>
  );
}
