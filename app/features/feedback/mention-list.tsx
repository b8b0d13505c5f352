import type { Ref } from "../../../contract/records/fields.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/cx.ts";
import { avatarAddress } from "../shell/avatar-address.ts";
import type { useMentions } from "./use-mentions.ts";

interface MentionListProps {
  mentions: ReturnType<typeof useMentions>;
  onPick: (person: Ref) => void;
}

/** The people who can be mentioned, below the field in which they are. */
export function MentionList({ mentions: { listId, optionId, options, active }, onPick }: MentionListProps) {
  return (
    <div
      role="listbox"
      id={listId}
      aria-label="Jemanden erwähnen"
      className="absolute left-0 top-[78px] z-30 w-[280px] max-w-full rounded-10 bg-raised p-[5px] text-ui shadow-e2"
    >
      {options.map((person, index) => (
        <div
          key={person.id}
          role="option"
          id={optionId(index)}
          tabIndex={-1}
          aria-selected={index === active}
          // Before the field loses the focus, and with it the place of the mention.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(person);
          }}
          className={cx(
            "flex h-8 cursor-pointer items-center gap-2.5 rounded-6 px-[9px] max-md:h-11",
            index === active ? "bg-tint-6" : "hover:bg-tint-4",
          )}
        >
          <Avatar
            name={person.label}
            personId={person.id}
            src={avatarAddress(person.image)}
            size={20}
            aria-hidden="true"
          />
          <span className="min-w-0 truncate">{person.label}</span>
        </div>
      ))}
    </div>
  );
}
