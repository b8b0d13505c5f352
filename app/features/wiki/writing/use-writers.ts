import { useEffect, useState } from "react";
import type { Awareness } from "y-protocols/awareness";

export interface Writer {
  id: string;
  name: string;
}

/** Who else has the page open for writing; a person with two windows counts once. */
export function useWriters(awareness: Awareness, ownId: string): readonly Writer[] {
  const [writers, setWriters] = useState<readonly Writer[]>([]);
  useEffect(() => {
    const look = () => {
      const people = new Map<string, Writer>();
      for (const { user } of awareness.getStates().values() as Iterable<{ user?: Writer }>)
        if (user?.id && user.id !== ownId) people.set(user.id, { id: user.id, name: user.name });
      setWriters((before) => (sameIds(before, people) ? before : [...people.values()]));
    };
    look();
    awareness.on("change", look);
    return () => awareness.off("change", look);
  }, [awareness, ownId]);
  return writers;
}

const sameIds = (before: readonly Writer[], people: ReadonlyMap<string, Writer>) =>
  before.length === people.size && before.every(({ id }) => people.has(id));
