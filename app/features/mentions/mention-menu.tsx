import { forwardRef, type KeyboardEvent, useEffect, useImperativeHandle, useRef, useState } from "react";
import { requireValue } from "../../../contract/narrowing.ts";
import { foldText } from "../../../contract/values/fold.ts";
import type { FoundMention } from "../../document/editor/suggestions/use-mention-search.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { type OfferedMention, useMentionOptions } from "./use-mention-options.ts";

export interface MentionKeys {
  /** Takes the keys that belong to the open menu, and says whether it has. */
  press: (event: KeyboardEvent) => boolean;
}

interface MentionMenuProps {
  /** What stands behind the „@“. */
  typed: string;
  listId: string;
  /** Told which option the field points at. */
  onActive: (optionId: string | undefined) => void;
  onPick: (mention: FoundMention) => void;
  onClose: () => void;
  /** Where the offers come from; without it, people and every kind of record. */
  useOffers?: typeof useMentionOptions;
  className?: string;
}

/** People and records whose names fit what is typed behind an „@“ in a field of plain text, which keeps the focus. */
export const MentionMenu = forwardRef<MentionKeys, MentionMenuProps>(function MentionMenu(
  { typed, listId, onActive, onPick, onClose, useOffers = useMentionOptions, className },
  ref,
) {
  const { found, isSearching, hasFailed } = useOffers(typed);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(false);
  const at = Math.min(active, found.length - 1);
  const shown = found.map(({ id }) => id).join();
  // Whoever types on after a name that leads nowhere writes a sentence.
  const isOver = found.length === 0 && !isSearching && /\s/.test(typed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries begin at the first again
  useEffect(() => setActive(0), [shown]);
  useEffect(() => {
    onActive(at >= 0 ? `${listId}-${at}` : undefined);
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at, listId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
  useEffect(() => {
    if (isSearching || !isAwaited.current) return;
    isAwaited.current = false;
    if (found[0]) onPick(found[0]);
  });

  useImperativeHandle(ref, () => ({
    press(event) {
      if (isOver || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const chooses = event.key === "Enter" || event.key === "Tab";
      if (event.key === "Escape") onClose();
      // What is on its way is what was meant, unless something that is shown fits already.
      else if (chooses && isSearching) {
        const fitting = [found[at], ...found].find((entry) => fits(entry, typed));
        if (fitting) onPick(fitting);
        else isAwaited.current = true;
      } else if (found.length === 0) return false;
      else if (step) setActive((at + step + found.length) % found.length);
      else if (chooses) onPick(requireValue(found[at]));
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  }));

  if (isOver) return null;
  return (
    <div
      className={cx(
        "max-h-[min(320px,40dvh)] animate-rise overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2",
        className,
      )}
    >
      {found.length === 0 && (
        <p role="status" className="px-[9px] py-2 text-text-2">
          {hasFailed ? "Die Suche ist nicht erreichbar." : isSearching ? "Sucht …" : "Nichts gefunden."}
        </p>
      )}
      <div ref={list} id={listId} role="listbox" aria-label="Erwähnen">
        {found.map((entry, index) => (
          <Option
            key={entry.id}
            id={`${listId}-${index}`}
            entry={entry}
            heading={found[index - 1]?.group === entry.group ? undefined : entry.group}
            isActive={index === at}
            onPoint={() => setActive(index)}
            onPick={() => onPick(entry)}
          />
        ))}
      </div>
    </div>
  );
});

const fits = (entry: FoundMention | undefined, typed: string) =>
  entry !== undefined && foldText(entry.name).includes(foldText(typed));

interface OptionProps {
  id: string;
  entry: OfferedMention;
  heading: string | undefined;
  isActive: boolean;
  onPoint: () => void;
  onPick: () => void;
}

function Option({ id, entry, heading, isActive, onPoint, onPick }: OptionProps) {
  const { name, note } = entry;
  return (
    <>
      {heading && (
        <div role="presentation" className="px-[9px] pb-[5px] pt-[7px] text-label text-text-3">
          {heading}
        </div>
      )}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        onPointerMove={isActive ? undefined : onPoint}
        // Before the field loses the focus, and with it the place of the mention.
        onPointerDown={(event) => {
          event.preventDefault();
          onPick();
        }}
        className={cx(
          "flex min-h-8 cursor-pointer items-center gap-2.5 rounded-6 px-[9px] py-1 max-md:min-h-11",
          isActive && "bg-tint-6",
        )}
      >
        <OptionIcon entry={entry} />
        <span className="min-w-0 truncate">
          {name}
          {note && <span className="ml-2 text-meta text-text-3">{note}</span>}
        </span>
      </div>
    </>
  );
}

function OptionIcon({ entry: { kind, thingId, name, icon, image } }: { entry: OfferedMention }) {
  if (kind === "user")
    return <Avatar personId={thingId} name={name} src={avatarUrl(image ?? null)} size={20} aria-hidden="true" />;
  return icon ? <Icon of={icon} className="w-5 text-text-3" /> : <LetterTile name={name} thingId={thingId} />;
}
