import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { ErrorSentence } from "../../../ui/form/field.tsx";
import { untitled } from "../use-new-page.ts";
import { useRename } from "../use-rename.ts";
import type { PageBeginning } from "./use-page-beginning.ts";

const maxLength = 200;

interface TitleFieldProps {
  row: RecordRow;
  /** Of a page that is only being created. */
  beginning: PageBeginning | undefined;
  readOnly: boolean;
  onDone: (() => void) | undefined;
}

/** The title as a field; it is saved when the field is left. A new page begins with it selected. */
export function TitleField({ row, beginning, readOnly, onDone }: TitleFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [title, setTitle] = useState(row.title);
  const [error, setError] = useState<string>();
  const saved = useRef(row.title);
  const saving = useRename({
    onRefused: (failure) => {
      const problem = problemOf(failure);
      if (!problem?.problem) return false;
      setError(Object.values(problem.fields ?? {}).flat()[0] ?? problem.message);
      return true;
    },
  });

  // A title that came from elsewhere does not take away what is being typed.
  useEffect(() => {
    const isTyping = document.activeElement === field.current && field.current?.value !== saved.current;
    if (isTyping) return;
    saved.current = row.title;
    setTitle(row.title);
  }, [row.title]);
  const isNew = useRef(row.title === untitled || beginning?.state === "unbegun");
  useEffect(() => {
    if (!isNew.current) return;
    field.current?.focus();
    field.current?.select();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [title]);

  const save = () => {
    const next = title.trim();
    if (readOnly || next === saved.current) return setTitle(readOnly ? saved.current : next);
    if (next === "") return setError("Titel: Pflichtfeld.");
    saved.current = next;
    saving.mutate({ id: beginning?.id ?? row.id, title: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") setTitle(saved.current);
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (onDone) onDone();
    else field.current?.blur();
  };
  return (
    <div className="mt-[22px]">
      <textarea
        ref={field}
        rows={1}
        value={title}
        maxLength={maxLength}
        readOnly={readOnly}
        aria-label="Titel"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "title-error" : undefined}
        placeholder="Titel"
        onChange={(event) => {
          setTitle(event.target.value.replace(/\s*\n\s*/g, " "));
          setError(undefined);
          beginning?.begin();
        }}
        onBlur={save}
        onKeyDown={onKeyDown}
        className="-mx-2 block w-[calc(100%+16px)] resize-none overflow-hidden rounded-8 bg-transparent px-2 text-wiki-title outline-none hover:bg-hover focus:bg-hover max-md:text-title-phone"
      />
      {error && (
        <p id="title-error" role="alert" className="mt-1 text-meta text-bad-text">
          <ErrorSentence error={error} label="Titel" />
        </p>
      )}
    </div>
  );
}
