import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pause, Play, RefreshCw, SlidersHorizontal } from "lucide-react";
import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import { checkStatuses } from "../../../contract/checks/status.ts";
import type { CheckAnswer } from "../../../contract/checks/views.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.tsx";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { formatMs, formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { BulkActionsProps } from "../../records/record-ui.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MenuItem } from "../../ui/overlays/menu.tsx";

/** „Jetzt prüfen“ on the page of what is watched; nothing where no check runs. */
export function CheckNow({ record }: { record: RecordRow }) {
  const type = record.type as CheckTargetType;
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
      ...{ tone: "error", title: "Auffällig", autoCloseMs: false },
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
  const type = record.type as CheckTargetType;
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
        <MenuItem icon={isPaused ? Play : Pause} onSelect={() => pause([record.id], !isPaused)}>
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

function usePause(type: CheckTargetType, onDone?: () => void) {
  const changing = useMutate(useTRPC().check.pause.mutationOptions(), {
    refreshes: ["check", type, "change"],
    ...(onDone && { onSuccess: onDone }),
  });
  return (ids: string[], isPaused: boolean) =>
    changing.mutate(
      { type, selection: { ids }, isPaused },
      {
        onSuccess: ({ changed }) =>
          showToast({
            tone: "success",
            title:
              changed === 1
                ? `Überwachung ${isPaused ? "pausiert" : "fortgesetzt"}.`
                : `Überwachung von ${formatNumber(changed)} ${isPaused ? "pausiert" : "fortgesetzt"}.`,
          }),
      },
    );
}

/** The same for what is selected in a list. */
export function BulkChecks({
  type,
  ids,
  className,
  onDone,
}: Omit<BulkActionsProps, "mayEdit"> & { type: CheckTargetType }) {
  const role = useRole();
  const runAll = useRunAll(type);
  const pause = usePause(type, onDone);
  const buttons = [
    ...(hasAbility(role, "runChecks")
      ? [{ icon: RefreshCw, label: "Jetzt prüfen", act: () => void runAll(ids).then(onDone) }]
      : []),
    ...(hasAbility(role, "manageChecks")
      ? [
          { icon: Pause, label: "Überwachung pausieren", act: () => pause([...ids], true) },
          { icon: Play, label: "Überwachung fortsetzen", act: () => pause([...ids], false) },
        ]
      : []),
  ];
  return (
    <>
      {buttons.map(({ icon, label, act }) => (
        <button key={label} type="button" title={label} onClick={act} className={className}>
          <Icon of={icon} />
          <span className={label === "Jetzt prüfen" ? "max-lg:sr-only" : "sr-only"}>{label}</span>
        </button>
      ))}
    </>
  );
}

export const BulkWebsiteChecks = (props: BulkActionsProps) => <BulkChecks type="website" {...props} />;

const lookEveryMs = 1000;
/** What has not answered by then answers without anybody waiting for it. */
const maxLooks = 90;

/** Has many records looked at, and tells in one toast how far that has come. */
function useRunAll(type: CheckTargetType) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const start = useMutate(trpc.check.runMany.mutationOptions(), { refreshes: [] });
  return async (ids: readonly string[]): Promise<void> => {
    const asked = await start.mutateAsync({ type, selection: { ids: [...ids] } }).catch(() => undefined);
    if (!asked) return;
    if (asked.asked === 0)
      return void showToast({
        tone: "info",
        title: "Davon wird nichts geprüft: nicht live, pausiert oder ohne Adresse.",
      });
    const id = showToast({ tone: "info", title: "Prüft …", isLoading: true, autoCloseMs: false });
    for (let look = 0; look < maxLooks; look += 1) {
      const progress = await client.check.progress
        .query({ type, ids: asked.ids.slice(0, 500), askedAt: asked.askedAt })
        .catch(() => undefined);
      if (!progress) break;
      const { total, done, failed } = progress;
      if (done >= total) {
        await invalidate(["check", type]);
        return void showToast({
          ...{ id, tone: failed > 0 ? "error" : "success", autoCloseMs: failed > 0 ? false : 4000 },
          title: `${formatNumber(total)} geprüft${failed > 0 ? `, ${formatNumber(failed)} auffällig` : ", alles in Ordnung"}.`,
        });
      }
      showToast({
        ...{ id, tone: "info", isLoading: true, autoCloseMs: false },
        title: `${formatNumber(done)} von ${formatNumber(total)} geprüft …`,
      });
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    void queries.invalidateQueries({ queryKey: [["check"]] });
    showToast({ id, tone: "info", title: "Einige Antworten lassen auf sich warten; sie erscheinen von selbst." });
  };
}
