import { useState } from "react";
import { messagesPerSection } from "../../../contract/chats/chats.ts";

const none: ReadonlySet<number> = new Set();

/** Which messages are chosen, by number, while choosing goes on. */
export function useSelection() {
  const [numbers, setNumbers] = useState<ReadonlySet<number>>();
  return {
    isOn: numbers !== undefined,
    numbers: numbers ?? none,
    begin: () => setNumbers((now) => now ?? none),
    end: () => setNumbers(undefined),
    toggle: (number: number) =>
      setNumbers((now = none) => {
        const next = new Set(now);
        if (!next.delete(number) && next.size < messagesPerSection) next.add(number);
        return next;
      }),
  };
}
