import { type FocusEvent, useState } from "react";
import type { PresenceMember } from "../../../contract/live/live-events.ts";
import { notificationPanelDisclosure } from "../../lib/dialogs/disclosure.ts";
import { usePresence } from "../../lib/live/live-store.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Bell } from "../notifications/bell.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { LiveNotice } from "./live-notice.tsx";

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

const shownAtOnce = 8;

/** Who is online, beside the foot of the rail. It takes no pointer, so it never covers what lies under it. */
function PresenceCard({ people }: { people: readonly PresenceMember[] }) {
  const hidden = people.length - shownAtOnce;
  return (
    <div
      role="status"
      className="pointer-events-none absolute bottom-3.5 left-[92px] z-[60] w-max max-w-[260px] animate-rise rounded-10 bg-raised p-3.5 text-ui shadow-e2"
    >
      <p className="text-label text-text-3">Online</p>
      <ul className="mt-3 grid gap-3 pb-0.5">
        {people.slice(0, shownAtOnce).map((person) => (
          <li key={person.id} className="flex items-center gap-3 pl-[3px]">
            <Avatar
              personId={person.id}
              name={person.name}
              src={avatarUrl(person.image)}
              presence={person.away ? "away" : "here"}
              aria-hidden="true"
            />
            <span className="min-w-0 truncate">{person.name}</span>
            {person.away && <span className="text-text-3">abwesend</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="num mt-2.5 text-label text-text-2">+{hidden} weitere</p>}
    </div>
  );
}
