/** The keys of a constant object, with their types. */
export function keysOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object).filter((key): key is keyof T & string => Object.hasOwn(object, key));
}

/** The keys of a constant object with what each of them holds. */
export function entriesOf<T extends object>(object: T): (readonly [keyof T & string, T[keyof T & string]])[] {
  return keysOf(object).map((key) => [key, object[key]]);
}

/** An object that holds something for each of its keys. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> {
  // Object.fromEntries forgets which keys it was given.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

/** Whether something is a key of an object; what objects inherit does not count. */
export function isKeyOf<T extends object>(object: T, key: unknown): key is keyof T & string {
  return typeof key === "string" && Object.hasOwn(object, key);
}

/** Whether something is one of the members of a constant list. */
export function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  const members: readonly unknown[] = list;
  return members.includes(value);
}

/** Whether something is an object, whatever it holds; a list is one, too. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The fields of something that came from elsewhere, of which nothing is known; none where it is no object. */
export function fieldsIn(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** What is known to be there, such as a row that was just counted; throws where it is not. */
export function requireValue<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("a value that must be there is missing");
  return value;
}

/** What was thrown, as an error: code may throw anything. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Reads JSON that this portal wrote itself; what comes from anywhere else goes through a schema. */
export function parseOwnJson<T>(json: string): T {
  return JSON.parse(json);
}
