import { Link } from "@remix-run/react";
import { useRef, useState } from "react";
import { problemOf } from "../../lib/api/trpc.tsx";
import { notificationPanelDisclosure } from "../../lib/dialogs/disclosure.ts";
import { isSameDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { NotificationRow } from "./notification-row.tsx";
import { useNotificationPanel } from "./use-notification-panel.ts";

type NotificationListProps = {
  forUserId: string;
  /** Called when the row that had the focus is gone and no other row can take it. */
  onRemoved: () => void;
};

export function NotificationList({ forUserId, onRemoved }: NotificationListProps) {
  const panel = useNotificationPanel(forUserId);
  const list = useRef<HTMLDivElement>(null);
  if (panel.isLoading) return <NotificationSkeletons />;
  if (panel.error) {
    return (
      <ListError
        message="Error"
        errorId={problemOf(panel.error)?.requestId}
        onRetry={panel.retry}
        retrying={panel.isRetrying}
        className="px-[18px]"
      />
    );
  }
  if (panel.rows.length === 0) {
    return <p className="px-[18px] py-4 text-ui text-text-2">Keine Benachrichtigungen vorhanden</p>;
  }
  const now = new Date();
  const days = [
    { name: "Heute", rows: panel.rows.filter((row) => isSameDay(row.createdAt, now)) },
    { name: "Früher", rows: panel.rows.filter((row) => !isSameDay(row.createdAt, now)) },
  ].filter((day) => day.rows.length > 0);

  const neighbourOf = (id: string) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-delete]") ?? [])];
    const at = buttons.findIndex((button) => button.dataset.delete === id);
    return buttons[at + 1] ?? buttons[at - 1];
  };

  const act = (id: string, how: () => void) => {
    const neighbour = neighbourOf(id);
    how();
    if (neighbour) neighbour.focus();
    else onRemoved();
  };

  return (
    <>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto pb-2">
        {days.map((day, index) => (
          <section key={day.name} aria-label={day.name}>
            <h3 className={`px-[18px] pb-1 text-label font-normal text-text-3 ${index === 0 ? "pt-3" : "pt-3.5"}`}>
              {day.name}
            </h3>
            <ul>
              {day.rows.map((row) => (
                <NotificationRow
                  key={row.id}
                  row={row}
                  isNew={panel.isNew(row)}
                  onDelete={() => act(row.id, () => panel.remove(row.id))}
                  onSnooze={(until) => act(row.id, () => panel.snooze(row.id, until))}
                />
              ))}
            </ul>
          </section>
        ))}
        {panel.further > 0 && (
          <p className="px-[18px] pb-1.5 pt-3 text-ui text-text-2">
            <Link
              to={`/users/${forUserId}/notifications`}
              onClick={notificationPanelDisclosure.close}
              className={linkClass}
            >
              {panel.further === 1 ? "1 weitere" : `${panel.further} weitere`} im Verlauf
            </Link>
          </p>
        )}
      </div>
      <PanelFoot
        forUserId={forUserId}
        isEmptying={panel.isEmptying}
        onEmpty={() => {
          panel.removeAll();
          onRemoved();
        }}
      />
    </>
  );
}

interface PanelFootProps {
  forUserId: string;
  isEmptying: boolean;
  onEmpty: () => void;
}

function PanelFoot({ forUserId, isEmptying, onEmpty }: PanelFootProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <footer className="flex h-11 flex-none items-center justify-between border-t pl-2 pr-[18px] text-ui max-md:h-14">
      <Button size="sm" variant="ghost" loading={isEmptying} onClick={() => setIsAsking(true)}>
        Alle löschen
      </Button>
      <Link
        to={`/users/${forUserId}/notifications`}
        onClick={notificationPanelDisclosure.close}
        className="text-text-2 hover:underline max-md:py-3"
      >
        Verlauf und Einstellungen
      </Link>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Alle Benachrichtigungen löschen?"
        description="Auch der Verlauf wird geleert. Was du für später vorgemerkt hast, kommt trotzdem wieder."
        confirmLabel="Alle löschen"
        onConfirm={() => {
          setIsAsking(false);
          onEmpty();
        }}
      />
    </footer>
  );
}

const skeletonWidths = ["w-[62%]", "w-[48%]", "w-[70%]", "w-[54%]"];

function NotificationSkeletons() {
  return (
    <div role="status" className="pt-3">
      <span className="sr-only">Wird geladen …</span>
      {skeletonWidths.map((width) => (
        <div key={width} data-skeleton-row className="grid grid-cols-[18px_minmax(0,1fr)] gap-3 px-[18px] py-3">
          <Skeleton className="h-4 w-4" />
          <span>
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="mt-2.5 h-3 w-[86%]" />
          </span>
        </div>
      ))}
    </div>
  );
}
