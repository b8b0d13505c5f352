import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mayJoinChannel } from "../../../contract/live/live-events.ts";
import { boardChannel, readRecordChannel, recordChannel } from "../../../contract/records/record-channel.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";

let desk: FileDesk;
beforeEach(async () => {
  desk = await openFileDesk();
});
afterEach(() => desk.close());

const channel = recordChannel({ type: "website", id: "01a1fc78-2448-72b4-8912-e933bfd54457" });

async function join(person: Person | undefined, name: string, more: Record<string, string> = {}) {
  const body = new URLSearchParams({ socket_id: "12.34", channel_name: name, ...more });
  const headers = { origin: desk.url };
  return desk.get(person, "/api/pusher/channel/auth", { method: "POST", body, headers });
}

describe("the channel of a record", () => {
  it("is refused to a stranger", async () => {
    expect((await join(undefined, channel)).status).toBe(401);
  });

  it.each([
    "presence-record-",
    "presence-record-website",
    "presence-record-website-",
    "presence-record-user-1",
    "presence-record-constructor-1",
    "presence-record-website-a b",
    "presence-record-website-a\nb",
    `presence-record-website-${"x".repeat(65)}`,
    "private-record-website-1",
    "presence-editing-website-1",
    "xpresence-record-website-1",
  ])("has a type and an id, which „%s“ has not", async (name) => {
    expect(readRecordChannel(name)).toBeUndefined();
    expect(mayJoinChannel("admin", name)).toBe(false);
    expect((await join(await desk.hire({ role: "admin" }), name)).status).toBe(403);
  });

  it("is not joined by who is invisible, and neither is the list of who is online", async () => {
    const jana = await desk.hire({ name: "Jana Petersen" });
    await desk.services.db
      .insertInto("userPreferences")
      .values({ userId: jana.id, valuesJson: JSON.stringify({ isInvisible: true }), updatedAt: "2026-11-20" })
      .execute();
    for (const name of [channel, "presence-user-list"]) {
      expect((await join(jana, name)).status).toBe(403);
      expect((await join(jana, name, { editing: "1" })).status).toBe(403);
    }
  });

  it("is joined as somebody who edits only by those who may", async () => {
    const lena = await desk.hire({ name: "Lena", role: "readonly" });
    expect((await join(lena, channel, { editing: "1" })).status).toBe(403);
    expect((await join(lena, channel)).status).toBe(200);
  });

  it("names who looks and who edits, and tells the two apart for one person", async () => {
    const jana = await desk.hire({ name: "Jana Petersen" });
    const memberOf = async (more: Record<string, string> = {}) =>
      JSON.parse((await (await join(jana, channel, more)).json()).channel_data);
    const info = { id: jana.id, name: "Jana Petersen", image: null };
    expect(await memberOf()).toEqual({ user_id: jana.id, user_info: { ...info, editing: false } });
    expect(await memberOf({ editing: "1" })).toEqual({
      user_id: `${jana.id}:editing`,
      user_info: { ...info, editing: true },
    });
  });

  it("of a board says at which of its records somebody looks, where everybody may read all of them", async () => {
    const jana = await desk.hire({ name: "Jana Petersen" });
    const board = boardChannel("feedback");
    expect((await join(undefined, board, { at: "f1" })).status).toBe(401);
    for (const wrong of ["", "f 1", "x".repeat(65)]) expect((await join(jana, board, { at: wrong })).status).toBe(400);
    expect((await join(jana, board, { at: "f1", editing: "1" })).status).toBe(400);
    expect((await join(jana, boardChannel("page"), { at: "p1" })).status).not.toBe(200);
    expect((await join(jana, channel, { at: "w1" })).status).toBe(400);
    const { channel_data } = await (await join(jana, board, { at: "f1" })).json();
    expect(JSON.parse(channel_data)).toEqual({
      user_id: `${jana.id}:at:f1`,
      user_info: { id: jana.id, name: "Jana Petersen", image: null, editing: false, at: "f1" },
    });
  });

  it("cannot be used to pose as somebody else in another channel", async () => {
    const jana = await desk.hire({ name: "Jana Petersen" });
    const { channel_data } = await (await join(jana, "presence-user-list", { editing: "1" })).json();
    expect(JSON.parse(channel_data).user_id).toBe(jana.id);
  });
});
