import { useState } from "react";
import { creatableRelations, importableFields, takesSeveral } from "../../../contract/imports/import-fields.ts";
import type { ImportSettings, ImportView } from "../../../contract/imports/imports.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";

export interface MappingState {
  settings: ImportSettings;
  fields: readonly [string, Field][];
  /** Relation fields of the mapping whose unknown names can become new records. */
  creatable: readonly string[];
  /** What is wrong with a column, by its place. */
  errors: Readonly<Record<number, string>>;
  message: string | undefined;
  change(settings: Partial<ImportSettings>): void;
  mapColumn(at: number, field: string | null): void;
  /** Whether the mapping can be checked; says what is missing. */
  isReady(): boolean;
  showRefusal(error: unknown): boolean;
}

/** The settings of an import while a person works on them. */
export function useMapping(view: ImportView): MappingState {
  const role = useRole();
  const fields = importableFields(role, view.type);
  const [settings, setSettings] = useState(view.settings);
  const [errors, setErrors] = useState<Record<number, string>>({});
  const [message, setMessage] = useState<string>();
  const mapped = fields.filter(([name]) => settings.columns.includes(name));

  const change = (part: Partial<ImportSettings>) => {
    setSettings((now) => ({ ...now, ...part }));
    setErrors({});
    setMessage(undefined);
  };

  return {
    settings,
    fields,
    creatable: creatableRelations(mapped),
    errors,
    message,
    change,
    mapColumn(at, field) {
      change({ columns: settings.columns.map((known, index) => (index === at ? field : known)) });
    },
    isReady() {
      const twice = findTwice(settings, fields);
      setErrors(twice);
      if (Object.keys(twice).length > 0) setMessage("Ein Feld ist zwei Spalten zugeordnet. Bitte wähle eine davon.");
      else if (mapped.length === 0) setMessage("Bitte ordne mindestens eine Spalte zu.");
      else return true;
      return false;
    },
    showRefusal(error) {
      const problem = problemOf(error);
      if (problem?.problem !== "invalid" && problem?.problem !== "forbidden") return false;
      setMessage(problem.message);
      return true;
    },
  };
}

function findTwice({ columns }: ImportSettings, fields: readonly [string, Field][]): Record<number, string> {
  const single = new Set(fields.flatMap(([name, field]) => (takesSeveral(field) ? [] : [name])));
  const twice: Record<number, string> = {};
  columns.forEach((name, at) => {
    if (name !== null && single.has(name) && columns.indexOf(name) !== at)
      twice[at] = "Dieses Feld hat schon eine Spalte.";
  });
  return twice;
}

/** Required fields that no column fills and nothing else does: new records would all fail. */
export function unfilledFields({ type }: ImportView, { settings }: Pick<MappingState, "settings">): string[] {
  return Object.entries(declarationOf(type).fields).flatMap(([name, field]) => {
    const fillsItself = field.auto || field.readOnly || (field.kind === "choice" && field.initial !== undefined);
    return field.required && !fillsItself && !settings.columns.includes(name) ? [field.label] : [];
  });
}
