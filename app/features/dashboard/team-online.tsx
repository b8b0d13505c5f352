import { type LiveState, useLiveState, usePresence } from "../../lib/live/live-store.ts";
import { Link } from "../../lib/pages/link.tsx";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { useSession } from "../../lib/people/session.tsx";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Section } from "../../ui/section.tsx";

const comesLater = "Sobald die Live-Verbindung steht, siehst du hier, wer da ist.";
const sentences: Record<LiveState, string> = {
  online: "Niemand ist online.",
  connecting: comesLater,
  interrupted: comesLater,
  paused: "Live-Updates pausieren: Wer da ist, siehst du, sobald sie wieder kommen.",
};

/** Who is here now; as long as that is not known, it says so instead of claiming that nobody is. */
export function TeamOnline({ className }: { className?: string }) {
  const people = usePresence();
  const state = useLiveState();
  const isInvisible = useSession().data?.preferences?.isInvisible;
  return (
    <Section title="Team online" className={className}>
      {people.length === 0 ? (
        <p className="py-4 text-ui text-text-2">
          {isInvisible ? "Du bist unsichtbar und siehst deshalb nicht, wer da ist." : sentences[state]}
        </p>
      ) : (
        <ul>
          {people.map((person) => (
            <li key={person.id} className="border-b">
              <Link
                to={`/users/${person.id}`}
                className="flex h-14 items-center gap-3.5 px-2 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <Avatar
                  personId={person.id}
                  name={person.name}
                  src={avatarUrl(person.image)}
                  size={28}
                  presence={person.away ? "away" : "here"}
                  aria-hidden="true"
                />
                <span className="min-w-0 flex-1 truncate text-row font-medium">{person.name}</span>
                {person.away && <span className="text-meta text-text-3">abwesend</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
