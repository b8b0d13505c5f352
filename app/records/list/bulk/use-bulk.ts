import { archiveLabels } from "../../../../contract/records/archive-labels.ts";
import type { BulkResult, BulkSelection } from "../../../../contract/records/bulk.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { useRecordApi } from "../../record-api.ts";
import { tellBulkResult } from "./bulk-result.tsx";

/** The bulk commands of a record type; each says what became of the records, and `onDone` follows. */
export function useBulk(declaration: Declaration, onDone: (result: BulkResult) => void) {
  const { type } = declaration;
  const api = useRecordApi(type);
  const refreshes = [type, "change", "dashboard"] as const;
  const restore = useMutate(api.restoreMany.mutationOptions(), {
    refreshes,
    onSuccess: (result) => tellBulkResult(result, "wiederhergestellt"),
  });
  const undo = useMutate(api.undoMany.mutationOptions(), {
    refreshes,
    onSuccess: (result) => tellBulkResult(result, "wie zuvor"),
  });
  const archive = useMutate(api.archiveMany.mutationOptions(), { refreshes });
  const told = (done: string) => ({
    refreshes,
    onSuccess: (result: BulkResult) => {
      const { changed = [] } = result;
      tellBulkResult(result, done, { undo: changed.length > 0 ? () => undo.mutate({ changed }) : undefined });
      onDone(result);
    },
  });
  return {
    update: useMutate(api.updateMany.mutationOptions(), {
      ...told("geändert"),
      // The dialog shows what is wrong with which field.
      onRefused: (error) => problemOf(error)?.fields !== undefined,
    }),
    setTags: useMutate(api.tagMany.mutationOptions(), told("geändert")),
    archive: (selection: BulkSelection) =>
      archive.mutate(
        { selection },
        {
          onSuccess: (result) => {
            const ids = (result.changed ?? []).map(({ id }) => id);
            const undoing = ids.length > 0 ? () => restore.mutate({ selection: { ids } }) : undefined;
            tellBulkResult(result, archiveLabels(declaration).done, { undo: undoing });
            onDone(result);
          },
        },
      ),
    restore: (selection: BulkSelection) => restore.mutate({ selection }, { onSuccess: onDone }),
  };
}
