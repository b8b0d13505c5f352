import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { noteTags } from "../../../../contract/records/note-tags.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { SafeHtml } from "../../../lib/safe-html.tsx";
import { useFieldWiring } from "../../../ui/form/field.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { proseClass } from "../../page/prose-class.ts";
import { NoteSecrets } from "./note-secrets.tsx";

const modes = [
  { value: "write", label: "Schreiben" },
  { value: "preview", label: "Vorschau" },
] as const;

interface MarkdownControlProps {
  label: string;
  value: string;
  /** The control that is written into. */
  children: ReactNode;
}

/** Running text with the way to see how it will read; what is wrong with it is mended where it is written. */
export function MarkdownControl({ label, value, children }: MarkdownControlProps) {
  const trpc = useTRPC();
  const [mode, setMode] = useState<"write" | "preview">("write");
  const preview = useMutate(trpc.note.preview.mutationOptions(), { refreshes: [], onRefused: () => true });
  const isWrong = useFieldWiring({} as { "aria-invalid"?: true })["aria-invalid"] === true;
  const isShown = mode === "preview" && !isWrong;
  const show = () => preview.mutate({ text: value });
  const writing = useRef<HTMLDivElement>(null);
  const showSecret = (start: number, end: number) => {
    flushSync(() => setMode("write"));
    const area = writing.current?.querySelector("textarea");
    area?.focus();
    area?.setSelectionRange(start, end);
  };
  return (
    <>
      <Segment
        label={`${label}: schreiben oder ansehen`}
        size="sm"
        className="mb-1.5"
        options={modes}
        value={isShown ? "preview" : "write"}
        onChange={(next) => {
          setMode(next);
          if (next === "preview") show();
        }}
      />
      <div hidden={isShown} ref={writing}>
        {children}
      </div>
      <NoteSecrets value={value} onShow={showSecret} />
      {isShown && (
        <section
          aria-label={`Vorschau: ${label}`}
          aria-live="polite"
          aria-busy={preview.isPending || undefined}
          className="min-h-[136px] rounded-6 border px-3 pb-3"
        >
          {preview.isPending && <Skeleton className="mt-3 h-16 w-full" />}
          {preview.isError && (
            <ListError
              message="Die Vorschau konnte nicht geladen werden."
              errorId={problemOf(preview.error)?.requestId}
              onRetry={show}
              retrying={false}
            />
          )}
          {preview.data && (
            <div className={proseClass}>
              {preview.data.html ? (
                <SafeHtml html={preview.data.html} tags={noteTags} />
              ) : (
                <p className="text-text-3">Noch nichts geschrieben.</p>
              )}
            </div>
          )}
        </section>
      )}
    </>
  );
}
