import { hasAbility } from "../../../../contract/roles.ts";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatDate } from "../../../lib/format.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { formatDay } from "../../../records/values/format-value.ts";
import { Button } from "../../../ui/button.tsx";
import { openPageDeletion } from "../page-dialogs.tsx";
import { usePageActions } from "../use-page-actions.ts";
import { Banner } from "./banner.tsx";

/** What has to be said of a page before it is read: that it lies in the trash, or that nobody has looked after it. */
export function PageBanners({ page }: { page: PageReading }) {
  const { row, review, can } = page;
  if (row.archivedAt) return <TrashBanner page={page} archivedAt={row.archivedAt} />;
  if (row.values.status === "draft") return <DraftBanner page={page} />;
  if (!review.isDue || !review.dueAt) return null;
  return (
    <Banner
      label="Prüfung überfällig"
      tone="warn"
      text={`Diese Seite sollte bis ${formatDay(review.dueAt)} geprüft werden.`}
    >
      {can.edit && <ConfirmButton id={row.id} />}
    </Banner>
  );
}

function DraftBanner({ page: { row, can } }: { page: PageReading }) {
  const publishing = useMutate(useTRPC().page.publish.mutationOptions(), {
    refreshes: ["page", "change"],
    success: "Veröffentlicht.",
  });
  return (
    <Banner label="Entwurf" tone="plain" text="Diesen Entwurf siehst nur du.">
      {can.edit && (
        <Button
          variant="on-tint"
          size="sm"
          loading={publishing.isPending}
          onClick={() => publishing.mutate({ id: row.id })}
        >
          Veröffentlichen
        </Button>
      )}
    </Banner>
  );
}

function TrashBanner({ page: { row }, archivedAt }: { page: PageReading; archivedAt: Date }) {
  const actions = usePageActions();
  const mayRestore = hasAbility(useRole(), "archiveRecords");
  return (
    <Banner
      label="Papierkorb"
      tone="plain"
      text="Diese Seite liegt im Papierkorb."
      note={`Seit ${formatDate(archivedAt)}`}
    >
      {row.can.delete && (
        <Button variant="ghost" size="sm" className="text-bad-text" onClick={() => void openPageDeletion(row)}>
          Endgültig löschen …
        </Button>
      )}
      {mayRestore && (
        <Button variant="on-tint" size="sm" loading={actions.isRestoring} onClick={() => actions.restore(row)}>
          Wiederherstellen
        </Button>
      )}
    </Banner>
  );
}

function ConfirmButton({ id }: { id: string }) {
  const confirming = useMutate(useTRPC().page.confirm.mutationOptions(), {
    refreshes: ["page", "change", "dashboard"],
    success: "Als aktuell bestätigt.",
  });
  return (
    <Button variant="ink" size="sm" loading={confirming.isPending} onClick={() => confirming.mutate({ id })}>
      Als aktuell bestätigen
    </Button>
  );
}
