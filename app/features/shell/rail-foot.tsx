import { type FocusEvent, useState } from "react";
import { notificationPanelDisclosure } from "../../lib/dialogs/disclosure.ts";
import { usePresence } from "../../lib/live/live-store.ts";
import { Bell } from "../notifications/bell.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { LiveNotice } from "./live-notice.tsx";
import { PresenceCard } from "./presence-card.tsx";

/** Bell and avatar; pointing at or tabbing into it shows who else is here, unless something is open from it. */
export function RailFoot() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isPanelOpen = notificationPanelDisclosure.useIsOpen();
  const people = usePresence();
  const showsPeople = (isPointed || isFocused) && !isMenuOpen && !isPanelOpen && people.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only reveals what focus reveals as well
    <div
      className="relative flex flex-none flex-col items-center gap-2.5 pb-3.5 pt-2.5 low:gap-1 low:pb-2 low:pt-1"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event: FocusEvent<HTMLElement>) => setFocused(event.target.matches(":focus-visible"))}
      onBlur={() => setFocused(false)}
    >
      <LiveNotice
        className="w-full px-1 empty:hidden"
        textClass="flex flex-col items-center gap-1 text-center text-[11px] leading-[14px] text-text-2"
      />
      <Bell />
      <AccountMenu onOpenChange={setMenuOpen} />
      {showsPeople && <PresenceCard people={people} />}
    </div>
  );
}
