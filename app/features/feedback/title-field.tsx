import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useId, useState } from "react";
import { feedback } from "../../../contract/feedback/feedback.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { useForm } from "../../lib/form/form.tsx";
import { useDebouncedQuery } from "../../lib/use-debounced-value.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { FeedbackValues } from "./feedback-form.tsx";
import { SimilarHints } from "./similar-hints.tsx";

const leastAsked = 4;

/** The title, and at the end of its label how many entries are like it, so that nothing has to move for them. */
export function TitleField({ form }: { form: ReturnType<typeof useForm<FeedbackValues>> }) {
  const hintsId = useId();
  const [isOpen, setOpen] = useState(false);
  const asked = useDebouncedQuery(form.values.title.trim());
  const isAsked = asked.length >= leastAsked;
  const similar = useQuery({
    ...useTRPC().feedback.similar.queryOptions({ title: asked }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const hints = isAsked ? (similar.data ?? []) : [];
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
