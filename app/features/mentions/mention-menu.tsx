import { Fragment, forwardRef, type KeyboardEvent, useEffect, useImperativeHandle } from "react";
import { type FoundMention, findShown } from "../../document/editor/suggestions/use-mention-search.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { ListboxHeading, ListboxOption, ListboxStatus } from "../../ui/listbox/listbox.tsx";
import { useListbox } from "../../ui/listbox/use-listbox.ts";
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
  const { press, activeId, ...listbox } = useListbox({
    query: typed,
    options: found,
    state: isSearching ? "pending" : "answered",
    onChoose: onPick,
    findKnown: (entries) => findShown(entries, typed),
    choosesOnTab: true,
    onClose,
    listId,
  });
  // Whoever types on after a name that leads nowhere writes a sentence.
  const isOver = found.length === 0 && !isSearching && /\s/.test(typed);

  useEffect(() => onActive(activeId), [activeId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
  useImperativeHandle(ref, () => ({ press: (event) => !isOver && press(event) }), [isOver, press]);

  if (isOver) return null;
  return (
    <div
      className={cx(
        "max-h-[min(320px,40dvh)] animate-rise overflow-y-auto rounded-10 bg-raised p-[5px] text-ui shadow-e2",
        className,
      )}
    >
      <ListboxStatus count={found.length}>
        {hasFailed ? "Die Suche ist nicht erreichbar." : isSearching ? "Sucht …" : "Nichts gefunden."}
      </ListboxStatus>
      <div {...listbox.listProps("Erwähnen")}>
        {found.map((entry, index) => (
          <Fragment key={entry.id}>
            {found[index - 1]?.group !== entry.group && <ListboxHeading>{entry.group}</ListboxHeading>}
            <ListboxOption listbox={listbox} index={index}>
              <OptionIcon entry={entry} />
              <span className="min-w-0 truncate">
                {entry.name}
                {entry.note && <span className="ml-2 text-meta text-text-3">{entry.note}</span>}
              </span>
            </ListboxOption>
          </Fragment>
        ))}
      </div>
    </div>
  );
});

function OptionIcon({ entry: { kind, thingId, name, icon, image } }: { entry: OfferedMention }) {
  if (kind === "user")
    return <Avatar personId={thingId} name={name} src={avatarUrl(image ?? null)} size={20} aria-hidden="true" />;
  return icon ? <Icon of={icon} className="w-5 text-text-3" /> : <LetterTile name={name} thingId={thingId} />;
}
