import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { notificationPanelDisclosure as disclosure } from "../../lib/dialogs/disclosure.ts";
import { useSession } from "../../lib/people/session.tsx";
import { IconButton } from "../../ui/button.tsx";
import { NotificationList } from "./notification-list.tsx";

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
