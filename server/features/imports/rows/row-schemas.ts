import type { z } from "zod";
import type { RowProblem } from "../../../../contract/imports/imports.ts";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import type { RecordType } from "../../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { rulesOf } from "../../../../contract/records/rules.ts";
import { bodySchemaOf } from "../../../../contract/records/schema.ts";
import { columnOf, type Mapping } from "../columns/mapping.ts";

interface Schemas {
  /** For what creates a record. */
  whole: z.ZodType<RecordBody>;
  /** For what changes one. */
  part: z.ZodType<RecordBody>;
}

const known = new Map<RecordType, Schemas>();

/** The schemas by which forms are checked, too. */
export function schemasOf(type: RecordType): Schemas {
  const there = known.get(type);
  if (there) return there;
  const declaration = declarationOf(type);
  const schemas = {
    whole: bodySchemaOf(declaration, { rules: rulesOf(type) }),
    part: bodySchemaOf(declaration, { partial: true }),
  };
  known.set(type, schemas);
  return schemas;
}

/** What a schema refuses, by column of the file. */
export function toProblems(mapping: Mapping, error: z.ZodError | undefined): RowProblem[] {
  return (error?.issues ?? []).map(({ path, message }) => problemOf(mapping, String(path[0]), message));
}

/** Sentences for forms begin with the label of their field; here the heading of the column stands for it. */
export function problemOf(mapping: Mapping, name: string | undefined, message: string): RowProblem {
  const column = columnOf(mapping, name);
  const label = name === undefined ? undefined : mapping.declaration.fields[name]?.label;
  const isRedundant = column !== null && label !== undefined && message.startsWith(`${label}: `);
  return { column, message: isRedundant ? message.slice(label.length + 2) : message };
}
