import { describe, expect, test } from "vitest";
import { moveCard } from "../../../app/features/feedback/board/use-board-moves.ts";
import { blockSize, destroyPixels } from "../../../app/features/feedback/form/markup-shapes.ts";
import { areaOf, targetOf } from "../../../app/features/feedback/form/page-context.ts";
import { nextStatus, requiredInput, transitionsFrom } from "../../../app/features/feedback/status/transition.ts";
import { applyMention, mentionAt } from "../../../app/features/mentions/mention-text.ts";
import { browserName } from "../../../app/lib/browser-name.ts";
import type { FeedbackBoard } from "../../../contract/feedback/feedback-entry.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";

describe("what the browser tells of itself", () => {
  test.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140 auf Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
      "Edge 141 auf Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari 26 auf MacOS",
    ],
    ["Etwas anderes", "Etwas anderes"],
  ])("%s", (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });

  test("its page belongs to an area, and may be about a record", () => {
    expect([areaOf("/"), areaOf("/websites?q=x"), areaOf("/unbekannt")]).toEqual(["dashboard", "websites", "shell"]);
    const id = "0192e4a2-7c3b-7d41-9c11-2f4d8f3f9a10";
    expect(targetOf(`/websites/${id}/files`)).toEqual({ field: "websiteId", type: "website", id });
    expect([targetOf("/websites/new"), targetOf(`/devices/${id}`)]).toEqual([undefined, undefined]);
  });
});

describe("the way of an entry", () => {
  test("asks for words where they are owed", () => {
    expect(requiredInput("new", "planned")).toBeUndefined();
    expect([requiredInput("planned", "done"), requiredInput("new", "rejected")]).toEqual(["answer", "answer"]);
    expect([requiredInput("done", "planned"), requiredInput("new", "query")]).toEqual(["reason", "reason"]);
    expect(requiredInput("new", "duplicate")).toBe("duplicate");
  });

  test("leads from an end only back", () => {
    expect(transitionsFrom("done")).toEqual({ forward: ["new", "reviewed", "planned", "inProgress"], exits: [] });
    expect(transitionsFrom("query").exits).toEqual(["rejected", "duplicate"]);
    expect([nextStatus("new"), nextStatus("done"), nextStatus("query")]).toEqual(["reviewed", undefined, undefined]);
  });
});

const row = (id: string, votes: number, status = "new") =>
  ({ id, title: id, values: { votes, status } }) as unknown as RecordRow;

test("a card lands among those that as many want", () => {
  const board: FeedbackBoard = {
    columns: [
      { status: "new", total: 30, rows: [row("a", 5)] },
      { status: "planned", total: 3, rows: [row("b", 9, "planned"), row("c", 5, "planned"), row("d", 1, "planned")] },
    ],
    exits: [],
    voted: [],
  };
  const [from, to] = moveCard(board, "a", "planned").columns;
  expect([from?.total, from?.rows]).toEqual([29, []]);
  expect([to?.total, to?.rows.map(({ id }) => id)]).toEqual([4, ["b", "a", "c", "d"]]);
  expect(moveCard(board, "nicht da", "planned")).toBe(board);
});

describe("a mention", () => {
  test("begins at an @ that stands alone", () => {
    expect(mentionAt("Hallo @Ja", 9)).toBe("Ja");
    expect(mentionAt("@Jana Pet", 9)).toBe("Jana Pet");
    expect(mentionAt("jana@agentur", 12)).toBeUndefined();
    expect(mentionAt("Hallo @Jana, wann?", 18)).toBeUndefined();
  });

  test("takes the place of what was typed", () => {
    expect(applyMention("Hallo @Ja wann?", 9, "Jana Petersen")).toEqual({
      text: "Hallo @Jana Petersen wann?",
      caret: 21,
    });
  });
});

test("pixels of a marked part hold nothing but the mean of their block", () => {
  const [width, height] = [96, 48];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([(at / 4) % 2 ? 255 : 0, 0, 0, 255], at);
  destroyPixels({ data, width, height }, { from: { x: 48, y: 48 }, to: { x: 0, y: 0 } });
  expect(blockSize({ width, height })).toBe(24);
  const reds = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, x) => data[(from + x) * 4]));
  expect([...reds(0, 48)]).toEqual([128]);
  expect([...reds(48, 96)]).toEqual([0, 255]);
});
