import { Bell as BellShape } from "lucide-react";
import { notificationPanelDisclosure } from "../../lib/dialogs/disclosure.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge } from "../../ui/status/badge.tsx";
import { unreadSentence, useUnreadBadge } from "./use-unread-badge.ts";

/** Disabled while nothing is unread, except to close the panel that it opened. */
export function Bell() {
  const { count } = useUnreadBadge();
  const isOpen = notificationPanelDisclosure.useIsOpen();
  return (
    <button
      type="button"
      aria-label={`Benachrichtigungen, ${unreadSentence(count)}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      disabled={count === 0 && !isOpen}
      title={count === 0 && !isOpen ? "Keine ungelesenen Benachrichtigungen" : undefined}
      onClick={notificationPanelDisclosure.toggle}
      className={cx(
        "relative grid h-10 w-10 place-items-center rounded-10 transition-colors disabled:text-text-3 disabled:opacity-55",
        isOpen ? "bg-tint-7 text-text-1" : "text-text-2 enabled:hover:bg-tint-7 enabled:hover:text-text-1",
      )}
    >
      <Icon of={BellShape} size={20} />
      <Badge count={count} className="absolute left-[21px] top-0.5 shadow-[0_0_0_2px_var(--canvas)]" />
    </button>
  );
}
