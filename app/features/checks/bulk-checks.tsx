import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, RefreshCw } from "lucide-react";
import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { BulkActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";
import { usePause } from "./check-acts.tsx";

/** Looking, pausing and going on for what is selected in a list. */
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
