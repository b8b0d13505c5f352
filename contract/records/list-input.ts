import { id, limit, page } from "../pagination.ts";
import { z } from "../zod.ts";
import { countValues, maxValues } from "./filters.ts";
import { madeInForms } from "./relations.ts";

/** The name of a field in a list's state. */
export const listField = z.string().min(1).max(60);
const value = z.string().min(1).max(300);

const filter = z.union([
  z.strictObject({ field: listField, is: z.enum(["missing", "present", "true", "false"]) }),
  z.strictObject({
    field: listField,
    is: z.enum(["oneOf", "noneOf", "allOf"]),
    values: z.array(value).min(1).max(200),
  }),
  z.strictObject({ field: listField, is: z.enum(["contains", "equals"]), value }),
  z.strictObject({ field: listField, is: z.literal("between"), from: value.optional(), to: value.optional() }),
]);

const filters = z
  .array(filter)
  .max(40)
  .refine((all) => countValues(all) <= maxValues, `Filter: Höchstens ${maxValues} Werte auf einmal.`);

/** Which records a list, a bulk command or an export means. */
export const recordScope = z.strictObject({
  search: z.string().trim().max(200).optional(),
  /** Only what this import has read in; for who may not see the import, that is nothing. */
  importId: id.optional(),
  where: filters.default([]),
  archived: z.boolean().default(false),
});
export type RecordScope = z.infer<typeof recordScope>;

export const sorts = z.array(z.strictObject({ field: listField, descending: z.literal(true).optional() })).max(3);

export const listRecords = recordScope.extend({
  page: page.default(1),
  limit: limit.default(50),
  orderBy: sorts.optional(),
  /** Reads only the values of these fields; all of them when absent. */
  fields: z.array(listField).max(100).optional(),
});
export type ListRecords = z.infer<typeof listRecords>;

export const getRecord = z.strictObject({ id });
export const listOptions = z.strictObject({
  search: z.string().trim().max(200).default(""),
  limit: limit.default(10),
});
const version = z.number().int().min(1);
export const changeRecord = z.strictObject({ id, version: version.optional() });
/** The title, typed by the person, confirms that this very record is meant. */
export const deleteRecord = z.strictObject({ id, title: z.string() });
export const recordVersion = version;
/** Names what a form creates before it is there; the same one never creates twice. */
/** Beside the `body` of a form that is not saved yet; a record keeps what is its own. */
export const takenOf = z.strictObject({ exceptId: id.optional() });
export const creationId = z.string().min(8).max(64);

/** What a form makes together with its own record; each body is checked by the schema of its type. */
export const newRelations = z
  .array(
    z.strictObject({
      key: z.string().regex(/^new:[0-9a-z-]{8,56}$/),
      type: z.enum(madeInForms),
      body: z.record(z.string().max(60), z.unknown()),
    }),
  )
  .max(20)
  .default([]);
