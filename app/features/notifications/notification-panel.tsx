import * as Radix from "@radix-ui/react-dialog";
import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { problemOf } from "../../lib/api/trpc.tsx";
import {
  notificationPanelDisclosure as disclosure,
  notificationPanelDisclosure,
} from "../../lib/dialogs/disclosure.ts";
import { isSameDay } from "../../lib/format.ts";
import { useSession } from "../../lib/people/session.tsx";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { NotificationRow } from "./notification-row.tsx";
import { useNotificationPanel } from "./use-notification-panel.ts";

const phone = "(max-width: 767px)";

/** The fixed panel of spec section 2. Beside it the page stays usable; on a phone it comes from below, over the page. */
export function NotificationPanel() {
  const isOpen = disclosure.useIsOpen();
  const panel = useRef<HTMLDivElement>(null);
  const { data: session } = useSession();
  const isPhone = isOpen && window.matchMedia(phone).matches;
  // A toast that appeared later would otherwise take the key to itself.
  const closeOnEscape = (event: KeyboardEvent) => {
    // Events of the menus and questions that it opened come through here as well.
    const isInside = event.target instanceof Node && panel.current?.contains(event.target);
    if (event.key !== "Escape" || !isInside) return;
    event.stopPropagation();
    disclosure.close();
  };
  if (!session) return null;
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && disclosure.close()} modal={isPhone}>
      <Radix.Portal>
        {isPhone && <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />}
        <Radix.Content
          ref={panel}
          tabIndex={-1}
          aria-describedby={undefined}
          aria-modal={isPhone || undefined}
          onKeyDown={closeOnEscape}
          onInteractOutside={(event) => !isPhone && event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            panel.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Everything may be read by now, and a disabled bell takes no focus.
            if (!disclosure.returnFocus()) document.querySelector<HTMLElement>("[data-account-menu]")?.focus();
          }}
          className="fixed inset-x-0 bottom-0 z-[60] flex h-[min(500px,calc(100dvh-24px))] flex-col overflow-hidden rounded-t-12 bg-raised pb-[env(safe-area-inset-bottom)] shadow-e3 outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-slow md:bottom-4 md:left-[92px] md:right-auto md:h-[min(500px,calc(100dvh-32px))] md:w-[400px] md:rounded-12 md:pb-0"
        >
          <header className="flex h-[52px] flex-none items-center border-b pl-[18px] pr-2.5">
            <Radix.Title className="text-panel">Benachrichtigungen</Radix.Title>
            <IconButton icon={X} label="Schließen" size="sm" className="ml-auto" onClick={disclosure.close} />
          </header>
          <NotificationList forUserId={session.user.id} onRemoved={() => panel.current?.focus()} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type NotificationListProps = {
  forUserId: string;
  /** Called when the row that had the focus is gone and no other row can take it. */
  onRemoved: () => void;
};

function NotificationList({ forUserId, onRemoved }: NotificationListProps) {
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
  const now = portalNow();
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
