import { archiveLabels } from "../../../../contract/records/archive-labels.ts";
import type { BulkResult } from "../../../../contract/records/bulk.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { useRecordApi } from "../../record-api.ts";
import { tellBulkResult } from "./bulk-result.tsx";

/** The bulk commands of a record type; each says what became of the records, and `onDone` follows. */
export function useBulk(declaration: Declaration, onDone: (result: BulkResult) => void) {
  const { type } = declaration;
  const api = useRecordApi(type);
  const options = (done: string) => ({
    refreshes: [type, "change", "dashboard"] as const,
    onSuccess: (result: BulkResult) => {
      tellBulkResult(result, done);
      onDone(result);
    },
  });
  return {
    update: useMutate(api.updateMany.mutationOptions(), {
      ...options("geändert"),
      // The dialog shows what is wrong with which field.
      onRefused: (error) => problemOf(error)?.fields !== undefined,
    }),
    tag: useMutate(api.tagMany.mutationOptions(), options("geändert")),
    archive: useMutate(api.archiveMany.mutationOptions(), options(archiveLabels(declaration).done)),
    restore: useMutate(api.restoreMany.mutationOptions(), options("wiederhergestellt")),
  };
}
