import type { PresenceMember } from "../../../contract/live/live-events.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";

const shownAtOnce = 8;

/** Who is online, beside the foot of the rail. It takes no pointer, so it never covers what lies under it. */
export function PresenceCard({ people }: { people: readonly PresenceMember[] }) {
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
