import { KeyRound } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { findSecrets, secretLabels } from "../../../../contract/document/secrets.ts";
import { noteTags } from "../../../../contract/records/note-tags.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { SafeHtml } from "../../../lib/safe-html.tsx";
import { Button } from "../../../ui/button.tsx";
import { useFieldWiring } from "../../../ui/form/field.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { proseClass } from "../../page/prose-class.ts";

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

/** Running text with a preview; what is wrong with it is fixed where it is written. */
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

interface NoteSecretsProps {
  value: string;
  /** Selects a part of the text, so that one key takes it out. */
  onShow: (start: number, end: number) => void;
}

/** Warns as soon as somebody writes into notes what belongs into the password manager; what was there before is not told. */
function NoteSecrets({ value, onShow }: NoteSecretsProps) {
  const [known, setKnown] = useState(() => textsOf(value));
  const found = findSecrets(value).filter(({ start, end }) => !known.includes(value.slice(start, end)));
  const [first] = found;
  return (
    <div role="alert">
      {first && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-10 bg-warn-soft px-4 py-2.5 text-ui">
          <Icon of={KeyRound} className="text-warn-text" />
          <p className="min-w-[220px] flex-1">
            Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager.
            <span className="block text-meta text-text-2">
              {[...new Set(found.map(({ kind }) => secretLabels[kind]))].join(", ")}
            </span>
          </p>
          <Button size="sm" variant="on-tint" onClick={() => onShow(first.start, first.end)}>
            Stelle zeigen
          </Button>
          <Button size="sm" variant="on-tint" onClick={() => setKnown(textsOf(value))}>
            Trotzdem behalten
          </Button>
        </div>
      )}
    </div>
  );
}

const textsOf = (value: string) => findSecrets(value).map(({ start, end }) => value.slice(start, end));
