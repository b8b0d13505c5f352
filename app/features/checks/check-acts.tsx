import { useQuery } from "@tanstack/react-query";
import { Pause, Play, RefreshCw, SlidersHorizontal } from "lucide-react";
import { type CheckTargetType, checkTargetTypeOf } from "../../../contract/checks/kinds.ts";
import { checkStatuses } from "../../../contract/checks/status.ts";
import type { CheckAnswer } from "../../../contract/checks/views.ts";
import type { BulkSelection } from "../../../contract/records/bulk.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { hideToast, showToast } from "../../lib/dialogs/toasts.ts";
import { formatMs, formatNumber } from "../../lib/format.ts";
import { newClientId } from "../../lib/new-client-id.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { MenuItem } from "../../ui/overlays/menu.tsx";

/** „Jetzt prüfen“ on the page of what is watched; nothing where no check runs. */
export function CheckNow({ record }: { record: RecordRow }) {
  const type = checkTargetTypeOf(record);
  const trpc = useTRPC();
  const view = useQuery(trpc.check.get.queryOptions({ type, id: record.id }));
  const run = useMutate(trpc.check.run.mutationOptions(), {
    refreshes: ["check", type],
    onSuccess: (answer) => tellAnswer(record.title, answer),
  });
  if (!view.data?.can.run || !view.data.checks.some(({ pausedAt }) => pausedAt === null)) return null;
  return (
    <Button
      icon={RefreshCw}
      loading={run.isPending}
      loadingLabel="Prüft …"
      onClick={() => run.mutate({ type, id: record.id })}
    >
      Jetzt prüfen
    </Button>
  );
}

function tellAnswer(title: string, { status, results }: CheckAnswer): void {
  const bad = results.find(({ outcome }) => outcome === "failed" || outcome === "degraded");
  if (bad)
    return void showToast({
      tone: "error",
      title: "Auffällig",
      autoCloseMs: false,
      message: bad.text ?? `${title}: ${checkStatuses[status]}.`,
    });
  const isWaiting = results.some(({ outcome }) => outcome === null);
  const ms = results.find(({ kind, responseTimeMs }) => kind !== "tls" && responseTimeMs !== null)?.responseTimeMs;
  showToast({
    tone: isWaiting ? "info" : "success",
    title: isWaiting
      ? "Die Antwort lässt auf sich warten; sie erscheint von selbst."
      : `${title}: ${checkStatuses[status]}${ms ? `, ${formatMs(Math.round(ms))}` : ""}.`,
  });
}

/** Pausing, going on and setting, in the menu of a page. */
export function CheckMenu({ record }: { record: RecordRow }) {
  const type = checkTargetTypeOf(record);
  const trpc = useTRPC();
  const role = useRole();
  const view = useQuery(trpc.check.get.queryOptions({ type, id: record.id }));
  const pause = usePause(type);
  if (!hasAbility(role, "manageChecks") || record.archivedAt) return null;
  const checks = view.data?.checks ?? [];
  const isPaused = checks.length > 0 && checks.every(({ pausedAt }) => pausedAt !== null);
  return (
    <>
      {checks.length > 0 && (
        <MenuItem icon={isPaused ? Play : Pause} onSelect={() => void pause({ ids: [record.id] }, !isPaused)}>
          {isPaused ? "Überwachung fortsetzen" : "Überwachung pausieren"}
        </MenuItem>
      )}
      <MenuItem icon={SlidersHorizontal} onSelect={() => void openCheckSettings(record)}>
        Überwachung einstellen …
      </MenuItem>
    </>
  );
}

function openCheckSettings(record: RecordRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./check-settings-dialog.tsx"),
    ({ CheckSettingsDialog }, controls) => <CheckSettingsDialog record={record} {...controls} />,
  );
}

/** Pauses checks or has them go on, and says how many; live events with the name of the run tell what long ones have come to. */
export function usePause(type: CheckTargetType, onDone?: () => void) {
  const changing = useMutate(useTRPC().check.pause.mutationOptions(), { refreshes: ["check", type, "change"] });
  return async (selection: BulkSelection, isPaused: boolean): Promise<void> => {
    const run = newClientId();
    const answer = await changing.mutateAsync({ type, selection, isPaused, run }).catch(() => undefined);
    if (!answer) return hideToast(run);
    const { changed } = answer;
    const word = isPaused ? "pausiert" : "fortgesetzt";
    showToast({
      id: run,
      tone: "success",
      title: "Überwachung",
      message: `${changed === 1 ? "1 Eintrag" : `${formatNumber(changed)} Einträge`} ${word}.`,
    });
    onDone?.();
  };
}
