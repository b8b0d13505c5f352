import { Link } from "@remix-run/react";
import { ChevronUp } from "lucide-react";
import { feedbackStatuses } from "../../../contract/feedback/feedback.ts";
import type { FeedbackHint } from "../../../contract/feedback/feedback-entry.ts";
import { Button } from "../../ui/button.tsx";
import { useSupport } from "./use-support.ts";

/** What others have already said that sounds like what is being typed; it lies over the form, which does not move. */
export function SimilarHints({ id, hints }: { id: string; hints: readonly FeedbackHint[] }) {
  const { vote } = useSupport();
  return (
    <section
      id={id}
      aria-label="Ähnliche Einträge"
      className="absolute inset-x-0 top-full z-40 mt-1 animate-rise rounded-10 bg-raised px-3 pb-1 pt-2.5 shadow-e2 motion-reduce:animate-none"
    >
      <p className="text-ui font-semibold">Meinst du das? Dann stimme dort ab.</p>
      <ul className="mt-1">
        {hints.map(({ id, number, title, status, votes, hasVoted }) => (
          <li key={id} className="flex items-center gap-3 border-t py-1.5 first:border-t-0">
            <Link to={`/feedback/${id}`} target="_blank" className="min-w-0 flex-1 text-ui hover:underline max-md:py-1">
              <span className="[overflow-wrap:anywhere]">{title}</span>
              <span className="sr-only"> (öffnet neues Fenster)</span>
              <span className="block text-meta text-text-2">
                <span className="num">{number}</span> · {feedbackStatuses[status]}
              </span>
            </Link>
            <Button
              size="sm"
              icon={ChevronUp}
              aria-label={`Für ${number} stimmen, ${votes} ${votes === 1 ? "Stimme" : "Stimmen"}`}
              aria-pressed={hasVoted}
              className={hasVoted ? "!text-brand-text [&_svg]:!text-brand-text" : undefined}
              onClick={() => vote.mutate({ id, on: !hasVoted })}
            >
              <span className="num">{votes}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
