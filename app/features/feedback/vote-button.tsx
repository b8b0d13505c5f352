import { ChevronUp } from "lucide-react";
import type { FeedbackEntry } from "../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatNumber } from "../../lib/format.ts";
import { useSession } from "../../lib/people/session.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { feedbackValues } from "./feedback-values.ts";
import { useSupport } from "./use-support.ts";

/** One's own vote, which is brand, and how many there are. */
export function VoteButton({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  const me = useSession().data?.user.id;
  const { vote } = useSupport();
  const counted = entry.voters.some(({ id }) => id === me);
  const hasVoted = vote.isPending ? vote.variables.on : counted;
  const votes = entry.voters.length + (hasVoted === counted ? 0 : hasVoted ? 1 : -1);
  const isClosed = feedbackValues(record).status === "duplicate" || record.archivedAt !== null;
  return (
    <button
      type="button"
      aria-pressed={hasVoted}
      disabled={isClosed}
      title={isClosed ? "Hier kann nicht mehr abgestimmt werden." : hasVoted ? "Stimme zurücknehmen" : "Dafür stimmen"}
      onClick={() => !vote.isPending && vote.mutate({ id: record.id, on: !hasVoted })}
      className={cx(
        "mt-1 flex h-14 w-12 flex-none flex-col items-center justify-center rounded-10 border transition-colors disabled:bg-sunken disabled:text-text-3",
        hasVoted
          ? "border-transparent bg-brand text-on-brand hover:bg-brand-hover"
          : "border-line-strong bg-surface text-text-1 hover:border-control hover:bg-sunken",
      )}
    >
      <Icon of={ChevronUp} size={20} />
      <span className="num text-row font-semibold">{formatNumber(votes)}</span>
      <span className="sr-only">{votes === 1 ? "Stimme" : "Stimmen"}: dafür stimmen</span>
    </button>
  );
}
