import type { ChatMessage, ReactionSign } from "../../../contract/chats.ts";
import { useSession } from "../../lib/session.tsx";
import { cx } from "../../ui/cx.ts";

const signWords: Record<ReactionSign, string> = {
  "✓": "Erledigt",
  "👍": "Daumen hoch",
  "❤️": "Herz",
  "😄": "Lachen",
  "🎉": "Feiern",
  "👀": "Schaue ich an",
};

export const signWord = (sign: ReactionSign) => signWords[sign];

interface ReactionsProps {
  message: ChatMessage;
  canReact: boolean;
  tabIndex: number;
  onReact: (sign: ReactionSign, on: boolean) => void;
}

/** The signs below a message, with how many people gave each and who. */
export function MessageReactions({ message: { reactions }, canReact, tabIndex, onReact }: ReactionsProps) {
  const me = useSession().data?.user.id;
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      {reactions.map(({ sign, people }) => {
        const isOwn = people.some(({ id }) => id === me);
        const names = people.map(({ name }) => name).join(", ");
        return (
          <button
            key={sign}
            type="button"
            tabIndex={tabIndex}
            aria-pressed={isOwn}
            aria-label={`${signWords[sign]}, ${people.length}: ${names}`}
            title={names}
            disabled={!canReact}
            onClick={() => onReact(sign, !isOwn)}
            className={cx(
              "num inline-flex h-[22px] items-center gap-1.5 rounded-4 px-1.5 text-label font-450 max-md:h-9 max-md:px-2.5",
              isOwn
                ? "bg-tint-7 text-text-1 shadow-[inset_0_0_0_1px_var(--control)]"
                : "text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] enabled:hover:bg-sunken",
            )}
          >
            <span aria-hidden="true">{sign}</span>
            {people.length}
          </button>
        );
      })}
    </div>
  );
}
