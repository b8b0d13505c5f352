import type { RecordRow } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { showToast, undoable } from "../../lib/dialogs/toasts.ts";
import { useRecordApi } from "../record-api.ts";

/** Takes a record out of the lists and brings it back. */
export function useArchiving({ type, id, version }: RecordRow) {
  const api = useRecordApi(type);
  const refreshes = [type, "change", "relation", "dashboard"] as const;
  const restoring = useMutate(api.restore.mutationOptions(), { refreshes, success: "Wiederhergestellt." });
  const archiving = useMutate(api.archive.mutationOptions(), {
    refreshes,
    onSuccess: () => {
      showToast({ tone: "success", title: "Archiviert.", ...undoable(() => restoring.mutate({ id })) });
    },
  });
  return {
    archive: () => archiving.mutate({ id, version }),
    restore: () => restoring.mutate({ id }),
    isPending: archiving.isPending || restoring.isPending,
  };
}
