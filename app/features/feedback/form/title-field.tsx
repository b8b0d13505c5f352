import { Link } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useId, useState } from "react";
import { feedback } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackHint } from "../../../../contract/feedback/feedback-entry.ts";
import { feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import type { useForm } from "../../../lib/form/form.tsx";
import { useDebouncedQuery } from "../../../lib/use-debounced-value.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useSupport } from "../use-support.ts";
import type { FeedbackValues } from "./feedback-form.tsx";

const minQueryLength = 4;

/** The title, and at the end of its label how many entries are like it, so that nothing has to move for them. */
export function TitleField({ form }: { form: ReturnType<typeof useForm<FeedbackValues>> }) {
  const hintsId = useId();
  const [isOpen, setOpen] = useState(false);
  const debouncedTitle = useDebouncedQuery(form.values.title.trim());
  const isQueried = debouncedTitle.length >= minQueryLength;
  const similar = useQuery({
    ...useTRPC().feedback.similar.queryOptions({ title: debouncedTitle }),
    enabled: isQueried,
    placeholderData: keepPreviousData,
  });
  const hints = isQueried ? (similar.data ?? []) : [];
  const isShown = isOpen && hints.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus of what is in it
    <div
      className="relative"
      data-keeps-escape={isShown || undefined}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape" || !isShown) return;
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <Field label={feedback.fields.title.label} errors={form.errorsOf("title")}>
        <TextInput
          maxLength={140}
          autoComplete="off"
          placeholder="In einem Satz"
          {...form.control("title")}
          onChange={(event) => {
            form.change("title", event.target.value);
            setOpen(true);
          }}
        />
      </Field>
      <div role="status" className="absolute right-0 top-0 flex h-5 items-center">
        {hints.length > 0 && (
          <button
            type="button"
            aria-expanded={isShown}
            aria-controls={isShown ? hintsId : undefined}
            onClick={() => setOpen(!isShown)}
            className="-mr-1.5 inline-flex items-center gap-1 rounded-6 px-1.5 py-0.5 text-meta font-medium text-text-2 hover:bg-tint-6 hover:text-text-1 max-md:min-h-11"
          >
            {hints.length === 1 ? "1 ähnlicher Eintrag" : `${hints.length} ähnliche Einträge`}
            <Icon of={ChevronDown} size={14} className={cx("transition-transform", isShown && "rotate-180")} />
          </button>
        )}
      </div>
      {isShown && <SimilarHints id={hintsId} hints={hints} />}
    </div>
  );
}

/** What others have already said that sounds like what is being typed; it lies over the form, which does not move. */
function SimilarHints({ id, hints }: { id: string; hints: readonly FeedbackHint[] }) {
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
