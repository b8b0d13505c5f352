import { Fragment } from "react";

/** A name with the searched words set bolder where it contains them. */
export function Marked({ text, search }: { text: string; search: string }) {
  const words = search.trim().split(/\s+/).filter(Boolean).map(escapePattern);
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.join("|")})`, "giu"));
  return (
    <>
      {parts.map((part, index) =>
        // Splitting by one group puts the hits at the odd places.
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
          <mark key={index} className="bg-transparent font-650 text-inherit">
            {part}
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
    </>
  );
}

function escapePattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
