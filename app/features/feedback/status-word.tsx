import { boardStatuses, type FeedbackStatus, feedbackStatuses } from "../../../contract/feedback/feedback.ts";
import { cx } from "../../ui/cx.ts";
import { isBoardStatus } from "./feedback-values.ts";

/** The way of an entry as five marks, of which those behind it are filled; beside the way it has a dash instead. */
export function StatusWord({ status, className }: { status: FeedbackStatus; className?: string }) {
  const at = isBoardStatus(status) ? boardStatuses.indexOf(status) : -1;
  return (
    <span className={cx("inline-flex items-center gap-2 whitespace-nowrap text-ui font-medium", className)}>
      <span aria-hidden="true" className="inline-flex items-end gap-[2px]">
        {at === -1 ? (
          <i className="h-[2px] w-[18px] bg-unk" />
        ) : (
          boardStatuses.map((each, index) => (
            <i
              key={each}
              className={cx("h-2.5 w-[3px]", index > at ? "bg-line-strong" : status === "done" ? "bg-ok" : "bg-text-1")}
            />
          ))
        )}
      </span>
      {feedbackStatuses[status]}
    </span>
  );
}
