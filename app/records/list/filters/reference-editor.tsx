import { useDeferredValue, useRef, useState } from "react";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";
import { ChoiceEditor } from "./choice-editor.tsx";
import { useOptions } from "./use-filter-options.ts";

interface ReferenceEditorProps {
  to: RecordType | "user";
  label: string;
  values: readonly string[];
  labels: ReadonlyMap<string, string>;
  onChange: (values: string[]) => void;
}

/** Records, people or tags to choose from; what was chosen when the editor opened stands first. */
export function ReferenceEditor({ to, label, values, labels, onChange }: ReferenceEditorProps) {
  const [search, setSearch] = useState("");
  const { options, isError } = useOptions(to, useDeferredValue(search.trim()));
  const chosenFirst = useRef(values).current;
  const shown: Record<string, string> = {};
  if (!search)
    for (const value of chosenFirst)
      shown[value] =
        value === "me" ? "Ich" : (labels.get(value) ?? options?.find((o) => o.value === value)?.label ?? "…");
  for (const option of options ?? []) shown[option.value] ??= option.label;
  return (
    <>
      <TextInput
        type="search"
        aria-label={`${label} suchen`}
        placeholder="Suchen …"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="md:h-8 md:text-ui"
      />
      {isError && <p className="text-bad-text">Die Auswahl konnte nicht geladen werden.</p>}
      {!options && !isError && <Skeleton className="h-8 w-full" />}
      {options && Object.keys(shown).length === 0 && <p className="text-text-2">Nichts gefunden.</p>}
      <ChoiceEditor options={shown} values={values} onChange={onChange} />
    </>
  );
}
