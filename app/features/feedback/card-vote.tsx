import { ChevronUp } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { feedbackValues } from "./feedback-values.ts";

/** The votes of a card, of which one's own is given and taken back right here. */
export function CardVote({ row, hasVoted: counted }: { row: RecordRow; hasVoted: boolean }) {
  const { number, votes: stored } = feedbackValues(row);
  const voting = useMutate(useTRPC().feedback.vote.mutationOptions(), { refreshes: ["feedback"] });
  const hasVoted = voting.isPending ? voting.variables.on : counted;
  const votes = stored + (hasVoted === counted ? 0 : hasVoted ? 1 : -1);
  return (
    <button
      type="button"
      aria-pressed={hasVoted}
      title={hasVoted ? "Stimme zurücknehmen" : "Dafür stimmen"}
      onClick={() => !voting.isPending && voting.mutate({ id: row.id, on: !hasVoted })}
      className={cx(
        "num relative z-[1] -my-1 -ml-1.5 flex h-7 items-center gap-1 rounded-6 px-1.5 transition-colors hover:bg-tint-6 max-md:-my-3 max-md:h-11 max-md:min-w-11",
        hasVoted && "font-semibold text-brand-text",
      )}
    >
      <Icon
        of={ChevronUp}
        size={14}
        className={cx(
          "transition-transform duration-180 motion-reduce:transition-none",
          hasVoted && "-translate-y-px scale-125",
        )}
      />
      {formatNumber(votes)}
      <span className="sr-only">
        {votes === 1 ? "Stimme" : "Stimmen"}: für {number} stimmen
      </span>
    </button>
  );
}
