import { usePresence } from "../../lib/live/live-store.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Section } from "../../ui/section.tsx";

/** Who is on the presence channel; the names are enough for a workbench, so nobody's picture is loaded. */
export function MembersPanel() {
  const members = usePresence();
  return (
    <Section title="Online" aside={<span className="num">{members.length}</span>}>
      {members.length === 0 && <p className="py-4 text-ui text-text-2">Niemand auf presence-user-list.</p>}
      <ul>
        {members.map(({ id, name, away }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 border-b pl-[3px] text-ui">
            <Avatar personId={id} name={name} size={24} presence={away ? "away" : "here"} aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {away && <span className="text-text-3">abwesend</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
