import { describe, expect, it } from "vitest";
import { liveEventNames, liveEvents } from "../../../contract/live/live-events.ts";
import { id, readPart } from "../../../contract/live/payload.ts";
import { payloadSchema } from "../../../contract/live/payload-schema.ts";
import { readPayload } from "../../../contract/live/read-payload.ts";
import { isObject } from "../../../contract/narrowing.ts";
import { id as idSchema } from "../../../contract/pagination.ts";

const others = [
  undefined,
  null,
  "",
  "x",
  "x".repeat(41),
  "x".repeat(65),
  7,
  1.5,
  -1,
  2 ** 60,
  true,
  false,
  {},
  [],
  [7],
];
const many = Array.from({ length: 101 }, () => "x");

/** A value with each of its parts, and itself, replaced by everything else that may come. */
function changesOf(value: unknown): unknown[] {
  const within = isObject(value)
    ? Object.entries(value).flatMap(([key, part]) =>
        changesOf(part).map((changed) =>
          Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
        ),
      )
    : [];
  return [...others, many, ...within];
}

describe("what a browser reads of a payload", () => {
  it.each(liveEventNames)("of %s is what the server's schema accepts, whatever comes", (event) => {
    const { sample } = liveEvents[event];
    const schema = payloadSchema(event);
    const payloads = [sample, ...changesOf(sample)];
    expect(payloads.map((payload) => readPayload(event, payload))).toEqual(
      payloads.map((payload) => schema.safeParse(payload).data),
    );
  });

  it("has ids of the lengths that calls accept", () => {
    for (const length of [0, 1, 64, 65]) {
      const text = "x".repeat(length);
      expect(readPart(id, text)).toBe(idSchema.safeParse(text).data);
    }
  });
});
