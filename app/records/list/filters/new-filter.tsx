import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { type Filter, operatorsOf } from "../../../../contract/records/filters.ts";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FilterEditor } from "./filter-editor.tsx";

interface NewFilterProps {
  declaration: Declaration;
  where: readonly Filter[];
  labels: ReadonlyMap<string, string>;
  onChange: (where: readonly Filter[]) => void;
}

/** First the field, then its condition, which holds as soon as it says something. */
export function NewFilter({ declaration, where, labels, onChange }: NewFilterProps) {
  const [chosen, setChosen] = useState<{ name: string; before: readonly Filter[]; filter?: Filter }>();
  const field = chosen && declaration.fields[chosen.name];
  if (!chosen || !field)
    return <FieldList declaration={declaration} onChoose={(name) => setChosen({ name, before: where })} />;
  return (
    <>
      <button
        type="button"
        onClick={() => setChosen(undefined)}
        className="-ml-1 mb-2 flex h-7 items-center gap-1 rounded-6 px-1 text-text-2 hover:bg-tint-6 max-md:h-11"
      >
        <Icon of={ChevronLeft} size={14} />
        Anderes Feld
      </button>
      <FilterEditor
        name={chosen.name}
        field={field}
        filter={chosen.filter}
        labels={labels}
        onChange={(filter) => {
          setChosen({ ...chosen, filter });
          onChange(filter ? [...chosen.before, filter] : chosen.before);
        }}
      />
    </>
  );
}

/** Every field that can be filtered by; those of the table come first. */
function FieldList({ declaration, onChoose }: { declaration: Declaration; onChoose: (name: string) => void }) {
  const [search, setSearch] = useState("");
  const { fields, list } = declaration;
  const names = [...new Set([...list.columns, ...Object.keys(fields)])].filter((name) => {
    const field = fields[name];
    return (
      field !== undefined &&
      operatorsOf(field).length > 0 &&
      field.label.toLocaleLowerCase("de").includes(search.trim().toLocaleLowerCase("de"))
    );
  });
  return (
    <>
      <TextInput
        aria-label="Feld suchen"
        placeholder="Feld suchen …"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && names[0]) onChoose(names[0]);
        }}
        className="md:h-8 md:text-ui"
      />
      <ul className="-mx-1.5 mt-2 max-h-[320px] overflow-y-auto">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="flex min-h-8 w-full items-center rounded-6 px-1.5 text-left hover:bg-tint-6 focus-visible:outline-offset-[-2px] max-md:min-h-11"
            >
              {fields[name]?.label}
            </button>
          </li>
        ))}
      </ul>
      {names.length === 0 && <p className="px-0 py-1 text-text-2">Kein Feld heißt so.</p>}
    </>
  );
}
