import { useEffect, useRef } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import type { MessageLog } from "./message-log.ts";
import { typingSentence, useTypists } from "./use-typing.ts";

/** „Timo schreibt …“, until what Timo wrote is there. */
export function TypingLine({ chatId, log }: { chatId: string; log: MessageLog }) {
  const { typists, hasWritten } = useTypists(chatId);
  const count = useRef(log.count);
  const now = log.count;
  useEffect(() => {
    for (let number = count.current + 1; number <= now; number += 1) {
      const author = log.at(number)?.author.id;
      if (!author) return;
      hasWritten(author);
      count.current = number;
    }
  });
  const [first] = typists;
  return (
    <p className="flex h-7 flex-none items-center gap-[9px] px-5 text-meta text-text-3 max-md:px-4">
      {first && (
        <>
          <Avatar personId={first.id} name={first.name} size={20} aria-hidden="true" />
          {typingSentence(typists)}
        </>
      )}
    </p>
  );
}
