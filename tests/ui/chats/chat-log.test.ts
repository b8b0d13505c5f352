import { describe, expect, it, vi } from "vitest";
import { MessageLog, type ReadMessages, runsOf } from "../../../app/features/chats/room/message-log.ts";
import { dayLabel, layoutOf, shortMoment } from "../../../app/features/chats/room/row-layout.ts";
import { typingSentence } from "../../../app/features/chats/room/typing.tsx";
import { applyMention, mentionAt, withLabels, withTokens } from "../../../app/features/mentions/mention-text.ts";
import type { ChatMessage } from "../../../contract/chats/chats.ts";

const message = (number: number, more: Partial<ChatMessage> = {}) =>
  ({ number, clientId: `c${number}`, body: `Nr. ${number}`, ...more }) as ChatMessage;

function openLog(count: number) {
  const read = vi.fn<ReadMessages>(async ({ after, limit }) => ({
    messages: Array.from({ length: limit }, (_, index) => message(after + index + 1)),
    hasOlder: after > 0,
    hasNewer: false,
  }));
  const log = new MessageLog(read);
  log.growTo(count);
  return { log, read };
}

describe("what is known of a chat", () => {
  it("is read in stretches, and nothing of it twice", async () => {
    const { log, read } = openLog(10_000);
    await Promise.all([log.load(9950, 10_030), log.load(9950, 10_000)]);
    expect(read.mock.calls.map(([input]) => input)).toEqual([
      { after: 9949, limit: 50 },
      { after: 9999, limit: 1 },
    ]);
    await log.load(-5, 3);
    expect(read).toHaveBeenLastCalledWith({ after: 0, limit: 3 });
    expect([log.at(1)?.number, log.at(4), log.at(10_000)?.number]).toEqual([1, undefined, 10_000]);
  });

  it("grows by what comes, and only that is read", async () => {
    const { log, read } = openLog(2);
    await log.load(1, 2);
    log.growTo(4);
    await log.load(3, 4);
    expect(read).toHaveBeenLastCalledWith({ after: 2, limit: 2 });
    log.growTo(1);
    expect(log.count).toBe(4);
  });

  it("renews what was changed, but not what was never read", async () => {
    const { log, read } = openLog(100);
    await log.load(90, 100);
    await log.reload(95);
    await log.reload(5);
    expect(read.mock.calls.map(([input]) => input)).toEqual([
      { after: 89, limit: 11 },
      { after: 94, limit: 1 },
    ]);
    await log.reloadAround(95, 100);
    expect(log.at(94)).toBeUndefined();
    expect(read).toHaveBeenLastCalledWith({ after: 94, limit: 6 });
  });

  it("says when it could not be read, and recovers", async () => {
    const { log, read } = openLog(3);
    read.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await log.load(1, 3);
    expect(log.hasFailed).toBe(true);
    await log.load(1, 3);
    expect([log.hasFailed, log.at(2)?.number]).toEqual([false, 2]);
  });

  it("knows its own messages by the names under which they were sent", () => {
    const { log } = openLog(0);
    log.put([message(1, { clientId: "mine" })]);
    expect([log.has("mine"), log.has("other"), log.count]).toEqual([true, false, 1]);
  });

  it("joins neighbours into runs of at most fifty", () => {
    expect(runsOf([1, 2, 3, 7, 8, 20])).toEqual([
      { from: 1, to: 3 },
      { from: 7, to: 8 },
      { from: 20, to: 20 },
    ]);
    expect(runsOf(Array.from({ length: 60 }, (_, index) => index + 1))).toHaveLength(2);
  });
});

describe("the place of a message", () => {
  const at = (time: string, id = "jana") => ({
    createdAt: new Date(`2026-11-20T${time}:00Z`),
    deletedAt: null,
    replyTo: null,
    author: { id },
  });
  const plain = { isFirst: false, isFirstNew: false };

  it("is below the name of the one before when that is close and by the same author", () => {
    expect(layoutOf(at("10:02"), at("10:00"), plain).isContinued).toBe(true);
    expect(layoutOf(at("10:20"), at("10:00"), plain).isContinued).toBe(false);
    expect(layoutOf(at("10:02", "timo"), at("10:00"), plain).isContinued).toBe(false);
    expect(layoutOf(at("10:02"), at("10:00"), { ...plain, isFirstNew: true }).isContinued).toBe(false);
    expect(layoutOf(at("10:02"), { ...at("10:00"), deletedAt: new Date() }, plain).isContinued).toBe(false);
    expect(layoutOf(at("10:02"), undefined, plain).isContinued).toBe(false);
  });

  it("begins a day by Berlin's clock", () => {
    expect(layoutOf(at("23:01"), at("22:59"), plain).day).toEqual(at("23:01").createdAt);
    expect(layoutOf(at("22:59"), at("22:58"), plain).day).toBeUndefined();
    expect(layoutOf(at("10:00"), undefined, { ...plain, isFirst: true }).day).toBeDefined();
    const now = new Date("2026-11-21T09:00:00Z");
    expect(dayLabel(now, now)).toBe("Heute");
    expect(dayLabel(new Date("2026-11-20T09:00:00Z"), now)).toBe("Gestern");
    expect(dayLabel(new Date("2026-11-12T09:00:00Z"), now)).toBe("Donnerstag, 12. November");
    expect(dayLabel(new Date("2025-11-12T09:00:00Z"), now)).toBe("Mittwoch, 12. November 2025");
  });
});

describe("the moment of a chat's last message", () => {
  it("is as short as it is clear", () => {
    const now = new Date("2026-11-21T09:00:00Z");
    const moments = ["2026-11-21T07:05:00Z", "2026-11-20T09:00:00Z", "2026-11-16T09:00:00Z", "2025-11-16T09:00:00Z"];
    expect(moments.map((at) => shortMoment(new Date(at), now))).toEqual(["08:05", "Gestern", "16.11.", "16.11.2025"]);
  });
});

describe("mentions in a field", () => {
  const picked = [
    { name: "user:1", label: "Timo" },
    { name: "user:2", label: "Timo Brandt" },
    { name: "host:3", label: "web03.alt" },
  ];

  it("are looked for behind an @ that begins a word", () => {
    expect(mentionAt("Hallo @Timo Br", 14)).toBe("Timo Br");
    expect(mentionAt("(@web03", 7)).toBe("web03");
    expect(mentionAt("@", 1)).toBe("");
    expect(mentionAt("jana@agentur", 12)).toBeUndefined();
    expect(mentionAt("um @ 10 Uhr", 7)).toBeUndefined();
    expect(mentionAt("@Timo und noch", 14)).toBeUndefined();
  });

  it("are sent with what they mean and come back as they were typed", () => {
    expect(applyMention("Frag @ti, ja", 8, "Timo Brandt")).toEqual({ text: "Frag @Timo Brandt , ja", caret: 18 });
    const body = withTokens("@Timo Brandt und @Timo: @web03.alt!", picked);
    expect(body).toBe("@[user:2] und @[user:1]: @[host:3]!");
    const labels = Object.fromEntries(picked.map(({ name, label }) => [name, label]));
    expect(withLabels(body, labels).text).toBe("@Timo Brandt und @Timo: @web03.alt!");
    expect(withLabels("@[page:9] @[nichts:1]", {}).text).toBe("@[page:9] @[nichts:1]");
  });
});

describe("who is writing", () => {
  const people = (...names: string[]) => names.map((name) => ({ id: name, name }));
  it("is named by first names", () => {
    expect(typingSentence(people("Timo Brandt"))).toBe("Timo schreibt …");
    expect(typingSentence(people("Timo Brandt", "Aylin Demir"))).toBe("Timo und Aylin schreiben …");
    expect(typingSentence(people("A B", "C D", "E F"))).toBe("A und 2 weitere schreiben …");
    expect(typingSentence([])).toBe("");
  });
});
