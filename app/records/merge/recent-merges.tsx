import { useQuery } from "@tanstack/react-query";
import type { MergeableType } from "../../../contract/merges/merges.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { quoted } from "../../../contract/values/quoted.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { useTakeBack } from "./use-undo-merge.ts";

/** What was merged into a record and can still be taken back. */
export function RecentMerges({ type, record }: { type: MergeableType; record: RecordRow }) {
  const mayMerge = hasAbility(useRole(), "mergeRecords");
  const { data: merges = [] } = useQuery({
    ...useTRPC().merge.list.queryOptions({ type, id: record.id }),
    enabled: mayMerge,
  });
  const undo = useTakeBack(type);
  if (merges.length === 0) return null;
  return (
    <ul aria-label="Zusammengeführt" className="mb-5">
      {merges.map(({ id, title, at, by, until }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-2 text-ui">
          <span className="[overflow-wrap:anywhere]">
            {quoted(title)} ging am {formatDate(at)} hierin auf{by && `, durch ${by}`}.
            <span className="text-text-3"> Zurücknehmen geht bis {formatDate(until)}.</span>
          </span>
          <Button size="sm" loading={undo.isPending} loadingLabel="Trennt …" onClick={() => undo.mutate({ id })}>
            Zurücknehmen
          </Button>
        </li>
      ))}
    </ul>
  );
}
