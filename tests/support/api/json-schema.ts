export type Json = { [name: string]: unknown };

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

interface Operation {
  /** The path as the document writes it. */
  template: string;
  method: "GET" | "POST" | "DELETE";
}

/**
 * Where an answer is not what an OpenAPI document says of it: as much of JSON Schema as ours uses. What is described has
 * to be there, unless nothing in an object needs to be.
 */
export function schemaProblems(document: Json, { template, method }: Operation, answer: unknown): string[] {
  const schema = pick(document, ["paths", template, method.toLowerCase(), "responses", "200", "content"]);
  const described = pick(schema, ["application/json", "schema"]);
  return problemsOf(document, described, answer, "answer");
}

function pick(from: unknown, names: readonly string[]): Json {
  let found = from;
  for (const name of names) {
    if (!isObject(found) || found[name] === undefined) throw new Error(`the document has no ${name}`);
    found = found[name];
  }
  if (!isObject(found)) throw new Error("the document describes nothing here");
  return found;
}

const optional = new Set(["seconds", "phases", "values"]);

function problemsOf(document: Json, schema: Json, value: unknown, at: string): string[] {
  if (typeof schema.$ref === "string")
    return problemsOf(document, pick(document, schema.$ref.slice(2).split("/")), value, at);
  if (Array.isArray(schema.allOf)) return schema.allOf.flatMap((each) => problemsOf(document, each as Json, value, at));
  if (Array.isArray(schema.enum)) return schema.enum.includes(value) ? [] : [`${at} is none of its values`];
  const types = [schema.type ?? []].flat() as string[];
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return [`${at} is no ${types.join(" or ")}`];
  if (schema.format === "date-time" && typeof value === "string" && !/^\d{4}-\d\d-\d\dT.*Z$/.test(value))
    return [`${at} is no moment`];
  if (Array.isArray(value) && isObject(schema.items))
    return value.flatMap((item, index) => problemsOf(document, schema.items as Json, item, `${at}[${index}]`));
  if (!isObject(value) || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    if (value[name] !== undefined) return problemsOf(document, property as Json, value[name], `${at}.${name}`);
    return optional.has(at.split(".").at(-1) ?? "") ? [] : [`${at}.${name} is missing`];
  });
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value) && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}
