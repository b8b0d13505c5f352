import { useEffect, useRef } from "react";
import type { PaletteRow } from "../../lib/palette-action.ts";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Marked } from "./marked.tsx";

interface ResultRowProps {
  row: PaletteRow;
  index: number;
  words: string;
  isActive: boolean;
  onPoint: () => void;
  onPerform: () => void;
}

/** One result; its id is the one that kbar's field points at. */
export function ResultRow({ row, index, words, isActive, onPoint, onPerform }: ResultRowProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
    <div
      ref={element}
      id={`kbar-listbox-item-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onPerform}
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
