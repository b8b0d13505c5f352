import { Check, Eye, Heart, Laugh, type LucideIcon, PartyPopper, ThumbsUp } from "lucide-react";
import type { ChatMessage, ReactionSign } from "../../../contract/chats/chats.ts";
import { useSession } from "../../lib/people/session.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon, type IconSize } from "../../ui/icon.tsx";

const signWords: Record<ReactionSign, string> = {
  "✓": "Erledigt",
  "👍": "Daumen hoch",
  "❤️": "Herz",
  "😄": "Lachen",
  "🎉": "Feiern",
  "👀": "Schaue ich an",
};

/** Drawn, because not every computer has the same signs, or any. */
const signIcons: Record<ReactionSign, LucideIcon> = {
  "✓": Check,
  "👍": ThumbsUp,
  "❤️": Heart,
  "😄": Laugh,
  "🎉": PartyPopper,
  "👀": Eye,
};

export const signWord = (sign: ReactionSign) => signWords[sign];

export function SignIcon({ sign, size }: { sign: ReactionSign; size?: IconSize }) {
  return <Icon of={signIcons[sign]} size={size} />;
}

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
    <div className="mt-1.5 flex flex-wrap gap-1.5 max-md:mb-1.5 max-md:gap-y-3">
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
              "num relative inline-flex h-6 items-center gap-1.5 rounded-4 px-1.5 text-label font-450",
              // A finger finds it beyond its edges too.
              "max-md:h-8 max-md:min-w-11 max-md:justify-center max-md:px-2.5 max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-1.5",
              isOwn
                ? "bg-tint-7 text-text-1 shadow-[inset_0_0_0_1px_var(--control)]"
                : "text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] enabled:hover:bg-sunken",
            )}
          >
            <SignIcon sign={sign} size={14} />
            {people.length}
          </button>
        );
      })}
    </div>
  );
}
