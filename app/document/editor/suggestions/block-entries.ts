import { editorBlocks } from "../../blocks/blocks.ts";
import type { BlockEntry } from "../../blocks/editor-block.ts";

export const blockEntries: readonly BlockEntry[] = editorBlocks.flatMap(({ entries = [] }) => entries);

/** The entries that a search names, those whose name begins with it first; all of them for an empty search. */
export function findBlockEntries(search: string): BlockEntry[] {
  const wanted = fold(search);
  if (wanted === "") return [...blockEntries];
  const rank = ({ name, words }: BlockEntry) => {
    const names = fold(name).split(/[\s:]+/);
    if (fold(name).startsWith(wanted)) return 0;
    if (names.some((word) => word.startsWith(wanted))) return 1;
    if (
      fold(words)
        .split(" ")
        .some((word) => word.startsWith(wanted))
    )
      return 2;
    return 3;
  };
  const ranked = blockEntries.map((entry) => ({ entry, rank: rank(entry) })).filter((each) => each.rank < 3);
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

/** Umlauts are found however they are typed. */
function fold(text: string): string {
  return text
    .trim()
    .toLocaleLowerCase("de-DE")
    .replace(/ä|ae/g, "a")
    .replace(/ö|oe/g, "o")
    .replace(/ü|ue/g, "u")
    .replaceAll("ß", "ss");
}
