import { useEffect, useRef, useState } from "react";
import type { MessageLog } from "./message-log.ts";

const textOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";

interface NewsLineProps {
  log: MessageLog;
  me: string;
  onArrive: (number: number) => void;
}

/** Says to a screen reader what others write while the chat is open, and nothing of what is merely scrolled into view. */
export function NewsLine({ log, me, onArrive }: NewsLineProps) {
  const [text, setText] = useState("");
  const told = useRef<number>();
  useEffect(() => {
    if (told.current === undefined) {
      if (log.at(log.count)) told.current = log.count;
      return;
    }
    const fresh: string[] = [];
    while (told.current < log.count) {
      const message = log.at(told.current + 1);
      if (!message) break;
      told.current += 1;
      if (message.author.id === me) continue;
      fresh.push(`${message.author.name}: ${textOf(message.html)}`);
      onArrive(message.number);
    }
    if (fresh.length > 0) setText(fresh.join(". "));
  });
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
