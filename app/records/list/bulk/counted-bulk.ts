import type { MutationFunction } from "@tanstack/react-query";
import type { BulkResult } from "../../../../contract/records/bulk.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../../lib/dialogs/toasts.ts";
import { workOff } from "../../../lib/dialogs/work-off.ts";
import { formatNumber } from "../../../lib/format.ts";
import { newClientId } from "../../../lib/new-client-id.ts";
import { tellBulkResult } from "./bulk-result.tsx";

/** A toast that counts further than this in steps is not read any better, and each step is a request. */
const maxParts = 20;

export interface CountedResult extends BulkResult {
  /** What the connection left undone, and why. */
  left?: { count: number; reason: string };
}

interface CountedInput {
  selection: { ids: string[] } | { scope: object };
  /** Names the whole of it to the server, which then tells people of all its parts at once. */
  changeSet?: string | undefined;
}

/**
 * A bulk command that is sent in parts and counts them while it runs; refused as a whole when its first part is. What a
 * list finds is known to the server alone, and goes in one.
 */
export function countedBulk<Input extends CountedInput>(
  { mutationFn }: { mutationFn?: MutationFunction<BulkResult, Input> | undefined },
  done: string,
): { mutationFn?: MutationFunction<CountedResult, Input> } {
  if (!mutationFn) return {};
  return {
    async mutationFn(input, call) {
      if (!("ids" in input.selection)) return mutationFn(input, call);
      const { ids } = input.selection;
      const total: CountedResult = { ok: 0, changed: [], failed: [], failedCount: 0 };
      const changeSet = newClientId();
      const partSize = Math.ceil(ids.length / maxParts);
      const { reached, failure } = await workOff(ids, { done, partSize }, async (part) => {
        const result = await mutationFn({ ...input, selection: { ids: part }, changeSet }, call);
        total.ok += result.ok;
        total.failedCount += result.failedCount;
        total.failed.push(...result.failed);
        total.changed?.push(...(result.changed ?? []));
      });
      if (reached === ids.length) return total;
      if (reached === 0) throw failure;
      const reason = problemOf(failure)?.message ?? "Der Server antwortet nicht.";
      return { ...total, left: { count: ids.length - reached, reason } };
    },
  };
}

/** Says what became of all of it, and of what was not reached. */
export function tellCounted(result: CountedResult, done: string, undo?: () => void): void {
  const { left, ok } = result;
  if (!left) tellBulkResult(result, done, { undo });
  else
    showToast({
      ...(undo && undoable(undo)),
      tone: "error",
      autoCloseMs: false,
      title: `${formatNumber(ok)} ${done}, ${formatNumber(left.count)} nicht erreicht`,
      message: `Sie blieben, wie sie waren: ${left.reason}`,
    });
}
