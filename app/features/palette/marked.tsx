import { Fragment } from "react";
import { fold } from "../../lib/fold.ts";

/** A name with the searched words set bolder where it contains them. */
export function Marked({ text, search }: { text: string; search: string }) {
  const words = fold(search).trim().split(/\s+/).filter(Boolean).map(escapePattern);
  if (words.length === 0) return text;
  const parts = splitAt(text, new RegExp(words.join("|"), "gu"));
  return (
    <>
      {parts.map(({ start, part, isHit }) =>
        isHit ? (
          <mark key={start} className="bg-transparent font-650 text-inherit">
            {part}
          </mark>
        ) : (
          <Fragment key={start}>{part}</Fragment>
        ),
      )}
    </>
  );
}

function splitAt(text: string, pattern: RegExp) {
  const parts: { start: number; part: string; isHit: boolean }[] = [];
  let end = 0;
  const add = (start: number, part: string, isHit: boolean) => part && parts.push({ start, part, isHit });
  for (const { index, 0: hit } of fold(text).matchAll(pattern)) {
    add(end, text.slice(end, index), false);
    end = index + hit.length;
    add(index, text.slice(index, end), true);
  }
  add(end, text.slice(end), false);
  return parts;
}

function escapePattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
