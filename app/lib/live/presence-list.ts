import type { PresenceMember } from "../../../contract/live/live-events.ts";

/** Who has lost the connection is still there for so long: a reload, a train in a tunnel, a portal that restarts. */
export const goneAfterMs = 30_000;

/** Whose node has ended, come back by the hundred: each of them alone would have every page make its list anew. */
export const gatherMs = 250;

/**
 * Makes one list of people of the members of the presence channel: a person who is here on one page and away on another
 * is here, and one who has left stays on it for the time of grace.
 */
export function openPresenceList(onMembers: (members: PresenceMember[]) => void, graceMs = goneAfterMs) {
  let shown = new Map<string, PresenceMember>();
  const leaving = new Map<string, ReturnType<typeof setTimeout>>();
  const tell = () => onMembers([...shown.values()]);
  let gathering: ReturnType<typeof setTimeout> | undefined;

  function stopGathering(): void {
    clearTimeout(gathering);
    gathering = undefined;
  }

  const list = {
    /** Reads the members a little later, once for all who come and go until then; none where they are not known then. */
    setSoon(read: () => readonly PresenceMember[] | undefined): void {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const members = read();
        if (members) list.set(members);
      }, gatherMs);
    },
    set(members: readonly PresenceMember[]): void {
      stopGathering();
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
      stopGathering();
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
    },
  };
  return list;
}

function peopleOf(members: readonly PresenceMember[]): Map<string, PresenceMember> {
  const people = new Map<string, PresenceMember>();
  for (const member of members) if (!member.away || !people.has(member.id)) people.set(member.id, member);
  return people;
}
