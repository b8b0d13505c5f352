import { useEffect, useRef, useState } from "react";
import type { MessageLog } from "./message-log.ts";

const textOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";

interface MessageAnnouncerProps {
  log: MessageLog;
  me: string;
  onArrive: (number: number) => void;
}

/** Says to a screen reader what others write while the chat is open, and nothing of what is merely scrolled into view. */
export function MessageAnnouncer({ log, me, onArrive }: MessageAnnouncerProps) {
  const [text, setText] = useState("");
  const announced = useRef<number>();
  useEffect(() => {
    if (announced.current === undefined) {
      if (log.at(log.count)) announced.current = log.count;
      return;
    }
    const lines: string[] = [];
    while (announced.current < log.count) {
      const message = log.at(announced.current + 1);
      if (!message) break;
      announced.current += 1;
      if (message.author.id === me) continue;
      lines.push(`${message.author.name}: ${textOf(message.html)}`);
      onArrive(message.number);
    }
    if (lines.length > 0) setText(lines.join(". "));
  });
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
