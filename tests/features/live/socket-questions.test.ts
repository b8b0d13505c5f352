import { afterEach, beforeEach, expect, it } from "vitest";
import { maxAskedChannels } from "../../../contract/live/socket-questions.ts";
import { boardChannel, recordChannel } from "../../../contract/records/record-channel.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createPage } from "../../support/wiki/wiki.ts";

let desk: FileDesk;
beforeEach(async () => {
  desk = await openFileDesk();
});
afterEach(() => desk.close());

const room = recordChannel({ type: "website", id: "w1" });
const forbidden = { status: 403, message: "Für diesen Kanal fehlt dir die Berechtigung." };
const signature = expect.stringMatching(/^key:[0-9a-f]{64}$/);

interface Question {
  socketId?: string;
  channels?: unknown;
  origin?: string;
}

/** Asks as the portal's own pages do; `channels` as text is sent as it is. */
async function ask(person: Person | undefined, { socketId = "12.34", channels, origin = desk.url }: Question) {
  const list = typeof channels === "string" ? channels : JSON.stringify(channels);
  const body = new URLSearchParams({ socket_id: socketId, ...(list !== undefined && { channels: list }) });
  return desk.get(person, "/api/pusher/auth", { method: "POST", body, headers: { origin } });
}

const channelsOf = async (person: Person, channels: unknown) =>
  (await (await ask(person, { channels })).json()).channels;

it("is refused to strangers and to pages of another origin", async () => {
  const jana = await desk.hire({ name: "Jana Petersen" });
  expect((await ask(undefined, { channels: [] })).status).toBe(401);
  expect((await ask(jana, { channels: [], origin: "http://fremd.example" })).status).toBe(403);
});

it.each(["", "1", "1.2.3", "a.b", "1.2:private-x"])("answers nothing for the socket id %j", async (socketId) => {
  const answer = await ask(await desk.hire({}), { socketId, channels: [{ channel_name: room }] });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ message: "socket_id: Keine gültige Verbindung." });
});

it.each([undefined, "", "{", "null", "3", `"${room}"`, "{}"])(
  "answers nothing without a list, as for %j",
  async (text) => {
    const answer = await ask(await desk.hire({}), { channels: text });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: "channels: Keine gültige Liste." });
  },
);

it("answers a bounded number of channels, and no form that is too large", async () => {
  const jana = await desk.hire({});
  const rooms = Array.from({ length: maxAskedChannels + 1 }, (_, index) => ({ channel_name: `${room}${index}` }));
  const tooMany = await ask(jana, { channels: rooms });
  expect(tooMany.status).toBe(400);
  expect(await tooMany.json()).toEqual({ message: `channels: Höchstens ${maxAskedChannels} Kanäle auf einmal.` });
  expect(await channelsOf(jana, rooms.slice(1))).toHaveLength(maxAskedChannels);
  expect((await ask(jana, { channels: [{ channel_name: "x".repeat(20_000) }] })).status).toBe(413);
});

it("judges each channel by itself", async () => {
  const lena = await desk.hire({ name: "Lena", role: "readonly" });
  const looking = { user_id: lena.id, user_info: { id: lena.id, name: "Lena", image: null, editing: false } };
  const answers = await channelsOf(lena, [
    { channel_name: "maintainer" },
    { channel_name: room, editing: "1" },
    { channel_name: room },
    {},
    "website",
    null,
    { channel_name: ["website"] },
    { channel_name: room, at: "w1" },
    { channel_name: "website" },
  ]);
  const nameless = { status: 400, message: "channel_name: Pflichtfeld." };
  expect(answers).toEqual([
    forbidden,
    forbidden,
    { status: 200, auth: signature, channel_data: JSON.stringify(looking) },
    nameless,
    nameless,
    nameless,
    nameless,
    { status: 400, message: "at: Kein Eintrag dieses Boards." },
    { status: 200, auth: signature },
  ]);
});

it("tells nobody who has a page open that they may not read, beside those that they may", async () => {
  const maren = await desk.hire({ name: "Maren Ahlers", role: "maintainer" });
  const api = await desk.as(maren);
  const [own, open, forMaintainers] = [
    await createPage(api, { visibility: "private" }),
    await createPage(api),
    await createPage(api, { visibility: "maintainers" }),
  ];
  const asked = [own.id, "nirgends", open.id, forMaintainers.id].map((id) => ({
    channel_name: recordChannel({ type: "page", id }),
  }));
  const statuses = async (person: Person) =>
    (await channelsOf(person, asked)).map(({ status }: { status: number }) => status);
  expect(await statuses(await desk.hire({ role: "member" }))).toEqual([403, 403, 200, 403]);
  expect(await statuses(await desk.hire({ role: "admin" }))).toEqual([403, 403, 200, 200]);
  expect(await statuses(maren)).toEqual([200, 403, 200, 200]);
});

it("lets somebody who is invisible into no channel that shows its members, and says who they are all the same", async () => {
  const jana = await desk.hire({ name: "Jana Petersen" });
  await desk.services.db
    .insertInto("userPreferences")
    .values({ userId: jana.id, valuesJson: JSON.stringify({ isInvisible: true }), updatedAt: "2026-11-20" })
    .execute();
  const channels = [{ channel_name: room }, { channel_name: "presence-user-list" }];
  const answer = await (await ask(jana, { channels })).json();
  expect(answer.channels).toEqual([forbidden, forbidden]);
  expect(JSON.parse(answer.user.user_data)).toEqual({ id: jana.id });
});

it("signs what the two questions of the spec sign", async () => {
  const jana = await desk.hire({ name: "Jana Petersen" });
  const single = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ socket_id: "12.34", ...form });
    const answer = await desk.get(jana, path, { method: "POST", body, headers: { origin: desk.url } });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const questions: Record<string, string>[] = [
    { channel_name: "presence-user-list" },
    { channel_name: "presence-user-list", away: "1" },
    { channel_name: room, editing: "1" },
    { channel_name: boardChannel("feedback"), at: "f1" },
  ];
  const answer = await ask(jana, { channels: questions });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const channels = [];
  for (const question of questions)
    channels.push({ status: 200, ...(await single("/api/pusher/channel/auth", question)) });
  expect(await answer.json()).toEqual({ user: await single("/api/pusher/user/auth", {}), channels });
});
