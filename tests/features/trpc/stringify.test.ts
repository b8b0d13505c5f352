import superjson from "superjson";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { readSuperjson, type Superjson, writeSuperjson } from "../../../contract/api/superjson.ts";
import { stringify } from "../../../server/trpc/stringify.ts";
import { chanceOf } from "../../support/chance.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { walkProcedures } from "../../support/records/walk-procedures.ts";

const isWrittenTheSame = (value: unknown) =>
  expect(JSON.parse(stringify(value))).toEqual(JSON.parse(superjson.stringify(value)));

/** What superjson writes arrives as superjson reads it. */
const isReadTheSame = (value: unknown) => {
  const sent = () => JSON.parse(superjson.stringify(value));
  expect(readSuperjson(sent())).toEqual(superjson.deserialize(sent()));
};

const shared = { name: "einmal" };
const circle: Record<string, unknown> = { name: "Kreis" };
circle.self = circle;

describe("an answer is written as superjson writes it", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a date alone", new Date(0)],
    ["an invalid date", { at: new Date(Number.NaN) }],
    [
      "dates of all ages",
      [-1, -86_400_000, 0, 1_764_524_096_789, 86_399_999, -8.64e15, 8.64e15].map((ms) => new Date(ms)),
    ],
    ["undefined in objects and arrays", { a: undefined, b: [undefined, 1, { c: undefined }] }],
    ["keys with dots and backslashes", { "a.b": { "c\\d": new Date(1) }, "": new Date(2) }],
    ["keys that JSON escapes", { '"': new Date(1), "\n": { "\u{1F600}": undefined } }],
    [
      "texts that JSON escapes",
      ['"', "\\", "\n\u0000\u001f\u007f", "\u2028", "\u{1F600} ü", "halb \ud83d", "\ude00 halb"],
    ],
    ["keys like numbers", { 10: new Date(1), 2: new Date(2), x: [new Date(3)] }],
    ["numbers that JSON does not know", [Number.NaN, Number.POSITIVE_INFINITY, -0, 1e300]],
    ["large whole numbers", { size: 12345678901234567890n }],
    [
      "sets, maps and addresses",
      { set: new Set([new Date(4)]), map: new Map([["a", 1]]), url: new URL("https://a.example") },
    ],
    ["an error", new Error("Worte", { cause: new Error("Grund") })],
    ["an object twice", { first: shared, second: shared }],
    ["a date twice", (([at]) => [at, { at }])([new Date(5)])],
    ["a circle", circle],
    ["an object without prototype", Object.assign(Object.create(null), { at: new Date(6) })],
    ["bytes", { bytes: new Uint8Array([1, 2]) }],
    // biome-ignore lint/suspicious/noSparseArray: superjson leaves a hole a hole
    ["an array with a hole", [1, , new Date(7)]],
    ["a function", { call: () => 1, at: new Date(8) }],
    ["an object with its own JSON", { toJSON: () => "anderes" }],
  ])("%s", (_what, value) => {
    isWrittenTheSame(value);
  });

  it("by itself, where it holds what answers hold", () => {
    const whole = vi.spyOn(superjson, "stringify");
    onTestFinished(() => whole.mockRestore());
    stringify({
      total: 1,
      data: [{ id: "1", at: new Date(0), by: { label: "Jana" }, none: null, missing: undefined }],
    });
    expect(whole).not.toHaveBeenCalled();
    stringify(new Map());
    expect(whole).toHaveBeenCalledOnce();
  });

  it("refuses the keys that superjson refuses", () => {
    const value = { constructor: 1 };
    expect(() => superjson.serialize(value)).toThrow("constructor");
    expect(() => stringify(value)).toThrow("constructor");
  });

  it("whatever it is made of, 3,000 times by chance", () => {
    const chance = chanceOf(15);
    const keys = ["id", "a.b", "c\\", "0", "17", "ä", "", "meta", "json"];
    const leaves: (() => unknown)[] = [
      () => ["Worte", 'ein "Wort"', "\\\t", "ä\u{1F600}"][chance.below(4)],
      () => chance.below(1000) / 7,
      () => true,
      () => null,
      () => undefined,
      () => new Date(chance.below(2 ** 31)),
      () => shared,
      () => Number.NaN,
      () => 7n,
      () => new Map([[1, new Date(9)]]),
    ];
    const grow = (depth: number, kinds: number): unknown => {
      const kind = chance.next();
      if (depth === 0 || kind < 0.4) return leaves[chance.below(kinds)]?.();
      const items = Array.from({ length: chance.below(5) }, () => grow(depth - 1, kinds));
      return kind < 0.6 ? items : Object.fromEntries(items.map((item) => [keys[chance.below(keys.length)], item]));
    };
    // Mostly of what answers hold, so that the way of its own is taken as well.
    for (let round = 0; round < 3000; round += 1) {
      const value = grow(5, round % 4 === 0 ? leaves.length : 6);
      isWrittenTheSame(value);
      isReadTheSame(value);
    }
  });
});

describe("browsers read without superjson", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a date alone", new Date(0)],
    ["undefined in objects and arrays", { a: undefined, b: [undefined, 1, { c: undefined }] }],
    ["keys with dots and backslashes", { "a.b": { "c\\d": new Date(1), "\\.": new Date(3) }, "": new Date(2) }],
    ["numbers that JSON does not know", [Number.NaN, Number.POSITIVE_INFINITY, -0, 1e300]],
    ["large whole numbers", { size: 12345678901234567890n }],
    ["sets and maps with dates in them", { set: new Set([new Date(4)]), map: new Map([["a", { at: new Date(5) }]]) }],
    ["an object twice", { first: shared, second: [shared, { at: new Date(6) }] }],
    ["a date twice", (([at]) => [at, { at }])([new Date(7)])],
  ])("%s", (_what, value) => isReadTheSame(value));

  it("and say so where an answer holds a kind that they do not read", () => {
    const sent = JSON.parse(superjson.stringify({ at: new URL("https://a.example") }));
    expect(() => readSuperjson(sent)).toThrow("URL");
  });

  it.each(["__proto__.at", "constructor.prototype.at", "missing.at"])("and follow no path to %s", (path) => {
    const sent: Superjson = { json: {}, meta: { values: { [path]: ["Date"] }, v: 1 } };
    expect(() => readSuperjson(sent)).toThrow("where nothing is");
    expect("at" in {}).toBe(false);
  });
});

describe("browsers write without superjson", () => {
  it("what superjson reads as it was, an object that occurs twice among it", () => {
    const input = { where: shared, also: [shared, undefined, new Date(0), Number.NaN, -0], none: undefined };
    const sent = JSON.parse(JSON.stringify(writeSuperjson(input)));
    expect(superjson.deserialize(sent)).toEqual(input);
  });

  it.each<[string, unknown]>([
    ["a function", { call: () => 1 }],
    ["an invalid date", { at: new Date(Number.NaN) }],
    ["a set", new Set([1])],
    ["a key that would change what objects inherit", JSON.parse('{ "__proto__": 1 }')],
  ])("but not %s", (_what, value) => {
    expect(writeSuperjson(value)).toBeUndefined();
  });
});

describe("what the procedures answer", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });

  it("is written the same for each of them", async () => {
    const person = await office.hire({ name: "Jana Petersen", role: "admin" });
    const api = await office.as(person);
    const { id } = await api.website.create({ body: { name: "Bäckerei Böttcher", url: "https://boettcher.example" } });
    const context = await office.contextOf(person);
    const steps = await walkProcedures(context, { id, type: "website", words: "b" }, { kind: "query" });
    const answered = steps.filter(({ answer }) => answer !== undefined);
    expect(answered.length).toBeGreaterThan(60);
    for (const { answer } of answered) {
      isWrittenTheSame(answer);
      isReadTheSame(answer);
    }
  });
});
