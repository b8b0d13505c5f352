import { type RawBuilder, sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/** A path within JSON, in the words of each engine. */
const pathOf = (keys: readonly string[]) => [sql.lit(`$.${keys.join(".")}`), sql.lit(`{${keys.join(",")}}`)];

/** Strings as such an array; what no text can hold is in none of them, as in a text that is handed over alone. */
export const arrayOf = (strings: readonly string[]): string =>
  JSON.stringify(strings.map((text) => text.replaceAll("\0", "\ufffd").toWellFormed()));

/** The strings of a JSON array as a list to look in: `id in ${stringsOf(json)}`. */
export const stringsOf: (json: unknown) => RawBuilder<string> = byEngine("stringsOf", {
  sqlite: (json) => sql`(select value from json_each(${json}))`,
  postgres: (json) => sql`(select value from jsonb_array_elements_text(cast(${json} as jsonb)) as element (value))`,
});

/** The strings of a JSON array as rows with one column, `value`; stands in a `from`, with an alias behind it. */
export const eachString: (json: unknown) => RawBuilder<{ value: string }> = byEngine("eachString", {
  sqlite: (json) => sql`json_each(${json})`,
  postgres: (json) =>
    sql`lateral (select value from jsonb_array_elements_text(cast(${json} as jsonb)) as element (value))`,
});

const objects = byEngine<{ value: unknown }>("eachObject", {
  sqlite: (json) => sql`json_each(${json})`,
  postgres: (json) => sql`lateral (select value from jsonb_array_elements(cast(${json} as jsonb)) as element (value))`,
});
const objectsWithin = byEngine<{ value: unknown }>("eachObjectWithin", {
  sqlite: (json, path) => sql`json_each(${json}, ${path})`,
  postgres: (json, _, path) =>
    sql`lateral (select value from jsonb_array_elements(cast(${json} as jsonb) #> ${path}) as element (value))`,
});

/**
 * The objects of a JSON array as rows with one column, `value`, of which `value ->> 'key'` is text; stands in a `from`, with
 * an alias behind it. The array may lie within an object, under the keys that are named.
 */
export const eachObject = (json: unknown, ...keys: string[]): RawBuilder<{ value: unknown }> =>
  keys.length === 0 ? objects(json) : objectsWithin(json, ...pathOf(keys));

const textAt = byEngine<string | null>("jsonText", {
  sqlite: (json, path) => sql`${json} ->> ${path}`,
  postgres: (json, _, path) => sql`cast(${json} as jsonb) #>> ${path}`,
});

/** What stands in JSON text under some keys, one within the other; null where nothing does. */
export const jsonText = (json: unknown, ...keys: string[]): RawBuilder<string | null> => textAt(json, ...pathOf(keys));

/** An aggregate: the values of all rows as the text of a JSON array, which is empty without rows. */
export const jsonArrayOf: (value: unknown) => RawBuilder<string> = byEngine("jsonArrayOf", {
  sqlite: (value) => sql`json_group_array(${value})`,
  postgres: (value) => sql`cast(coalesce(json_agg(${value}), '[]') as text)`,
});

/** The same, each value once. */
export const jsonSetOf: (value: unknown) => RawBuilder<string> = byEngine("jsonSetOf", {
  sqlite: (value) => sql`json_group_array(distinct ${value})`,
  postgres: (value) => sql`cast(coalesce(json_agg(distinct ${value}), '[]') as text)`,
});

const objectOf = byEngine<object>("jsonObject", {
  sqlite: (...parts) => sql`json_object(${sql.join(parts)})`,
  postgres: (...parts) => sql`json_build_object(${sql.join(parts)})`,
});

/** A JSON object, as a value for `jsonArrayOf`. */
export const jsonObject = (fields: Record<string, RawBuilder<unknown>>): RawBuilder<object> =>
  objectOf(...Object.entries(fields).flatMap(([key, value]) => [sql.lit(key), value]));

/** The text of a JSON array of one value. */
export const jsonArrayWith: (value: unknown) => RawBuilder<string> = byEngine("jsonArrayWith", {
  sqlite: (value) => sql`json_array(${value})`,
  postgres: (value) => sql`cast(json_build_array(${value}) as text)`,
});
