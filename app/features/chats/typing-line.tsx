import { useEffect, useRef } from "react";
import { Avatar } from "../../ui/avatar/avatar.tsx";
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
  if (!first) return null;
  return (
    <div className="relative flex-none">
      <p className="absolute inset-x-0 bottom-0 flex h-7 items-center gap-[9px] bg-surface px-5 text-meta text-text-2 max-md:px-4">
        <Avatar personId={first.id} name={first.name} size={20} aria-hidden="true" />
        <span className="min-w-0 truncate">{typingSentence(typists)}</span>
      </p>
    </div>
  );
}
