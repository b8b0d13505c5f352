import type { PresenceMember } from "../../../contract/live/live-events.ts";

/** Who has lost the connection is still there for so long: a reload, a train in a tunnel, a portal that restarts. */
export const goneAfterMs = 30_000;

/**
 * Makes one list of people of the members of the presence channel: a person who is here on one page and away on another
 * is here, and one who has left stays on it for the time of grace.
 */
export function openPresenceList(onMembers: (members: PresenceMember[]) => void, graceMs = goneAfterMs) {
  let shown = new Map<string, PresenceMember>();
  const leaving = new Map<string, ReturnType<typeof setTimeout>>();
  const tell = () => onMembers([...shown.values()]);

  return {
    set(members: readonly PresenceMember[]): void {
      const here = peopleOf(members);
      for (const id of here.keys()) {
        clearTimeout(leaving.get(id));
        leaving.delete(id);
      }
      for (const [id, person] of shown) {
        if (here.has(id)) continue;
        here.set(id, person);
        if (leaving.has(id)) continue;
        const leave = () => {
          leaving.delete(id);
          shown.delete(id);
          tell();
        };
        leaving.set(id, setTimeout(leave, graceMs));
      }
      shown = here;
      tell();
    },
    stop(): void {
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
    },
  };
}

function peopleOf(members: readonly PresenceMember[]): Map<string, PresenceMember> {
  const people = new Map<string, PresenceMember>();
  for (const member of members) if (!member.away || !people.has(member.id)) people.set(member.id, member);
  return people;
}
