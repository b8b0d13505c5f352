import { Link } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronUp } from "lucide-react";
import { feedbackStatuses } from "../../../contract/feedback.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { useDebounced } from "../records/form/use-options.ts";
import { useSupport } from "./use-support.ts";

/** What others have already said that sounds like what is being typed. */
export function SimilarHints({ title }: { title: string }) {
  const asked = useDebounced(title.trim());
  const { vote } = useSupport();
  const similar = useQuery({
    ...useTRPC().feedback.similar.queryOptions({ title: asked }),
    enabled: asked.length >= 4,
    placeholderData: keepPreviousData,
  });
  const hints = asked.length >= 4 ? (similar.data ?? []) : [];
  return (
    <div role="status">
      {hints.length > 0 && (
        <section aria-label="Ähnliche Einträge" className="mt-2 rounded-10 bg-sunken px-3 pb-1 pt-2.5">
          <p className="text-ui font-semibold">Meinst du das? Dann stimme dort ab.</p>
          <ul className="mt-1">
            {hints.map(({ id, number, title: other, status, votes, hasVoted }) => (
              <li key={id} className="flex items-center gap-3 border-t py-1.5 first:border-t-0">
                <Link to={`/feedback/${id}`} target="_blank" className="min-w-0 flex-1 text-ui hover:underline">
                  <span className="[overflow-wrap:anywhere]">{other}</span>
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
      )}
    </div>
  );
}
