import type { PaletteRow } from "../../lib/palette-action.ts";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import type { Listbox } from "../../ui/listbox/use-listbox.ts";
import { Marked } from "./marked.tsx";

interface ResultRowProps {
  row: PaletteRow;
  index: number;
  words: string;
  listbox: Listbox;
}

export function ResultRow({ row, index, words, listbox }: ResultRowProps) {
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
        <Marked text={row.name} search={words} />
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
