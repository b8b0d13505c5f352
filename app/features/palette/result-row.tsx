import { Fragment } from "react";
import { fold } from "../../lib/fold.ts";
import type { PaletteRow } from "../../lib/palette-action.ts";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import type { Listbox } from "../../ui/listbox/use-listbox.ts";

interface ResultRowProps {
  row: PaletteRow;
  index: number;
  searched: string;
  listbox: Listbox;
}

export function ResultRow({ row, index, searched, listbox }: ResultRowProps) {
  const isActive = index === listbox.activeIndex;
  return (
    <div
      {...listbox.optionProps(index)}
      className={cx(
        "relative flex h-10 cursor-pointer items-center gap-3 px-[18px] text-body max-md:h-auto max-md:min-h-12 max-md:py-1.5",
        isActive &&
          "bg-tint-6 before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-r-[2px] before:bg-brand",
      )}
    >
      {row.icon ? (
        <Icon of={row.icon} className="w-5 text-text-3" />
      ) : (
        <LetterTile name={row.name} thingId={row.thingId} />
      )}
      <span className="min-w-0 md:truncate">
        <Marked text={row.name} search={searched} />
        {row.note && (
          <span className={cx("text-ui max-md:block md:ml-2", isActive ? "text-text-2" : "text-text-3")}>
            {row.note}
          </span>
        )}
      </span>
      {row.hint && <span className="num ml-auto flex-none text-meta text-text-3">{row.hint}</span>}
      {row.shortcut && <Keys shortcut={row.shortcut} />}
    </div>
  );
}

function Keys({ shortcut }: { shortcut: string }) {
  return <Kbd className="ml-auto flex-none max-md:hidden">{useShortcutLabel(shortcut)}</Kbd>;
}

/** A name with the searched words set bolder where it contains them. */
function Marked({ text, search }: { text: string; search: string }) {
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
