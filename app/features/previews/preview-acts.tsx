import { useQuery } from "@tanstack/react-query";
import { Camera, History } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { SelectionActionsProps } from "../../records/record-ui.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MenuItem } from "../../ui/overlays/menu.tsx";

export const takeLabel = "Vorschau neu erzeugen";

/** Opens the pictures that are kept of a website, two of them over each other. */
export function openComparison(record: RecordRow): Promise<true | undefined> {
  return lazyDialog(
    () => import("./compare-dialog.tsx"),
    ({ CompareDialog }, controls) => <CompareDialog record={record} {...controls} />,
  );
}

/** The button of the page; it turns as long as the picture is taken, in every window of whoever looks. */
export function TakePreview({ record, isWorking }: { record: RecordRow; isWorking: boolean }) {
  const role = useRole();
  const take = useMutate(useTRPC().preview.take.mutationOptions(), { refreshes: ["preview"] });
  if (!hasAbility(role, "runChecks") || record.archivedAt) return null;
  return (
    <Button
      icon={Camera}
      loading={take.isPending || isWorking}
      loadingLabel="Wird erzeugt …"
      onClick={() => take.mutate({ id: record.id })}
    >
      {takeLabel}
    </Button>
  );
}

/** Entries of the menu of a page. */
export function PreviewMenu({ record }: { record: RecordRow }) {
  const trpc = useTRPC();
  const role = useRole();
  const preview = useQuery(trpc.preview.get.queryOptions({ id: record.id }));
  const take = useMutate(trpc.preview.take.mutationOptions(), { refreshes: ["preview"] });
  const mayTake = hasAbility(role, "runChecks") && !record.archivedAt;
  return (
    <>
      {mayTake && (
        <MenuItem icon={Camera} onSelect={() => take.mutate({ id: record.id })}>
          {takeLabel}
        </MenuItem>
      )}
      {(preview.data?.earlier ?? 0) > 0 && (
        <MenuItem icon={History} onSelect={() => void openComparison(record)}>
          Vorschaubilder vergleichen …
        </MenuItem>
      )}
    </>
  );
}

/** New pictures of everything that is selected in a list. */
export function BulkPreviews({ selection, className, onDone }: SelectionActionsProps) {
  const role = useRole();
  const take = useMutate(useTRPC().preview.takeMany.mutationOptions(), { refreshes: ["preview"] });
  if (!hasAbility(role, "runChecks")) return null;
  const act = async () => {
    const answer = await take.mutateAsync({ selection }).catch(() => undefined);
    if (!answer) return;
    const { asked } = answer;
    showToast({
      tone: "info",
      title: "Vorschau",
      message:
        asked === 1
          ? "1 Vorschaubild wird erzeugt und erscheint von selbst."
          : `${formatNumber(asked)} Vorschaubilder werden erzeugt und erscheinen von selbst.`,
    });
    onDone();
  };
  return (
    <button type="button" title={takeLabel} onClick={() => void act()} className={className}>
      <Icon of={Camera} />
      <span className="sr-only">{takeLabel}</span>
    </button>
  );
}
