import type Pusher from "pusher-js";
import type { PresenceChannel } from "pusher-js";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { transact } from "../../server/db/transact.ts";
import { toContext } from "../../server/http/request-context.ts";
import { notify } from "../../server/notifications/notify.ts";
import { loadSecrets } from "../../server/secrets.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { postFrom, stockClient } from "../support/portal/push-clients.ts";

let office: TestPortal;
let appKey: string;
let maintainer: Person;
let member: Person;
const open: { stop(): void }[] = [];

beforeAll(async () => {
  office = await startTestPortal({ env: {} });
  appKey = loadSecrets(office.dataDir).soketi.key;
  maintainer = await office.hire({ name: "Malte Brandt", role: "maintainer" });
  member = await office.hire({ name: "Jana Petersen", role: "member" });
});
afterAll(() => office.stop());
afterEach(() => {
  for (const client of open.splice(0)) client.stop();
});

const browserOf = async (person: Person) => ({ ...(await office.signIn(person)), origin: office.url });

/** A stock client of a person, connected and signed in. */
async function connect(person: Person): Promise<Pusher> {
  const client = stockClient(await browserOf(person), appKey);
  open.push({ stop: () => client.disconnect() });
  const signedIn = new Promise((resolve) => client.connection.bind("message", resolveOn(resolve)));
  client.signin();
  await signedIn;
  return client;
}

function resolveOn(resolve: (value?: unknown) => void) {
  return ({ event, channel }: { event: string; channel?: string }) => {
    if (event === "pusher_internal:subscription_succeeded" && channel?.startsWith("#server-to-user-")) resolve();
  };
}

async function subscribe(client: Pusher, name: string) {
  const channel = client.subscribe(name);
  await vi.waitFor(() => expect(channel.subscribed).toBe(true));
  return channel;
}

/** Everything the client hears under its own names, in order. */
function hear(client: Pusher): { event: string; data: unknown }[] {
  const heard: { event: string; data: unknown }[] = [];
  client.bind_global((event: string, data: unknown) => {
    if (!event.startsWith("pusher")) heard.push({ event, data });
  });
  return heard;
}

const websiteEvent = (name: string) => ({ event: "newWebsite", payload: { website: { id: "w1", name } } }) as const;
const notificationFor = (person: Person, title: string) =>
  ({ event: "newNotification", payload: { notification: { id: "n1", title } }, toUserId: person.id }) as const;
const publish = (...signals: Parameters<TestPortal["portal"]["services"]["live"]["publish"]>[0]) =>
  office.portal.services.live.publish(signals);

describe("POST /api/pusher/user/auth", () => {
  it("refuses a stranger", async () => {
    const post = postFrom({ origin: office.url });
    const response = await post("/api/pusher/user/auth", new URLSearchParams({ socket_id: "1.2" }));
    expect(response.status).toBe(401);
  });

  it("refuses a foreign origin", async () => {
    const { cookie } = await office.signIn(member);
    const response = await fetch(new URL("/api/pusher/user/auth", office.url), {
      method: "POST",
      body: new URLSearchParams({ socket_id: "1.2" }),
      headers: { cookie, origin: "http://fremd.example" },
    });
    expect(response.status).toBe(403);
  });

  it.each(["", "1", "1.2.3", "a.b", "1.2:private-x", `${"9".repeat(40)}.1`])("refuses the socket id %j", async (id) => {
    const post = postFrom(await browserOf(member));
    const response = await post("/api/pusher/user/auth", new URLSearchParams({ socket_id: id }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/^socket_id: /) });
  });

  it("refuses a form that is too large, and reads one that comes in pieces", async () => {
    const headers = { ...(await browserOf(member)), "content-type": "application/x-www-form-urlencoded" };
    const post = async (size: number) => {
      const body = new Blob([`socket_id=1.2&filling=${"x".repeat(size)}`]).stream();
      const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
      return (await fetch(new URL("/api/pusher/user/auth", office.url), init)).status;
    };
    expect(await post(20_000)).toBe(413);
    expect(await post(20)).toBe(200);
  });

  it("tells a client without a socket only whether it has a session", async () => {
    const status = async (browser: Parameters<typeof postFrom>[0]) =>
      (await postFrom(browser)("/api/pusher/user/auth", new URLSearchParams())).status;
    expect(await status({ origin: office.url })).toBe(401);
    expect(await status(await browserOf(member))).toBe(204);
  });

  it("signs the person of the session, whatever the form says", async () => {
    const post = postFrom(await browserOf(member));
    const form = new URLSearchParams({ socket_id: "1.2", user_id: maintainer.id, id: maintainer.id });
    const response = await post("/api/pusher/user/auth", form);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const answer = await response.json();
    expect(JSON.parse(answer.user_data)).toEqual({ id: member.id });
    expect(answer.auth).toMatch(new RegExp(`^${appKey}:[0-9a-f]{64}$`));
  });
});

describe("POST /api/pusher/channel/auth", () => {
  const ask = async (person: Person, channel: string) =>
    postFrom(await browserOf(person))(
      "/api/pusher/channel/auth",
      new URLSearchParams({ socket_id: "1.2", channel_name: channel }),
    );

  it("refuses a stranger", async () => {
    const form = new URLSearchParams({ socket_id: "1.2", channel_name: "presence-user-list" });
    expect((await postFrom({ origin: office.url })("/api/pusher/channel/auth", form)).status).toBe(401);
  });

  it("refuses a member the channel of the maintainers", async () => {
    expect((await ask(member, "maintainer")).status).toBe(403);
    expect((await ask(maintainer, "maintainer")).status).toBe(200);
  });

  it.each(["private-x", "presence-other", "", "#server-to-user-1"])("refuses the unknown channel %j", async (name) => {
    expect((await ask(maintainer, name)).status).toBe(403);
  });

  it("tells the presence channel who the person is", async () => {
    const answer = await (await ask(member, "presence-user-list")).json();
    expect(JSON.parse(answer.channel_data)).toEqual({
      user_id: member.id,
      user_info: { id: member.id, name: member.name, image: null },
    });
  });
});

describe("a socket", () => {
  const statusOf = (headers: Record<string, string>, origin = office.url) =>
    new Promise<number | undefined>((resolve) => {
      const socket = new WebSocket(`${office.url.replace("http", "ws")}/app/${appKey}?protocol=7`, { headers, origin });
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("open", () => {
        resolve(101);
        socket.close();
      });
    });

  it("needs a session and the portal's own pages", async () => {
    const { cookie } = await office.signIn(member);
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ cookie }, "http://fremd.example")).toBe(403);
    expect(await statusOf({ cookie })).toBe(101);
  });

  it("closes at once when its session ends, and only then", async () => {
    const browser = await browserOf(member);
    const ended = stockClient(browser, appKey);
    const other = await connect(member);
    open.push({ stop: () => ended.disconnect() });
    await vi.waitFor(() => expect(ended.connection.state).toBe("connected"));
    const socketId = ended.connection.socket_id;
    await office.portal.services.db.deleteFrom("sessions").where("id", "=", browser.sessionId).execute();
    office.portal.services.live.disconnect({ sessionId: browser.sessionId });
    await vi.waitFor(() => expect(ended.connection.connection).toBeNull());
    expect(ended.connection.socket_id).toBe(socketId);
    expect(other.connection.state).toBe("connected");
  });
});

describe("an event", () => {
  it("of a person reaches only that person, on all their devices", async () => {
    const [mine, mineToo, foreign] = [await connect(member), await connect(member), await connect(maintainer)];
    const [heard, heardToo, heardForeign] = [hear(mine), hear(mineToo), hear(foreign)];
    await publish(notificationFor(member, "Nur für Jana"), notificationFor(maintainer, "Nur für Malte"));
    const forJana = [{ event: "newNotification", data: { notification: { id: "n1", title: "Nur für Jana" } } }];
    await vi.waitFor(() => expect([heard, heardToo]).toEqual([forJana, forJana]));
    await vi.waitFor(() => expect(heardForeign).toHaveLength(1));
    expect(heardForeign).toEqual([
      { event: "newNotification", data: { notification: { id: "n1", title: "Nur für Malte" } } },
    ]);
  });

  it("of a channel reaches its subscribers in the order of publication, 25 in a row", async () => {
    const client = await connect(member);
    await subscribe(client, "website");
    const heard = hear(client);
    const names = Array.from({ length: 25 }, (_, index) => `Website ${index}`);
    await publish(...names.map(websiteEvent));
    await vi.waitFor(() => expect(heard).toHaveLength(25));
    expect(heard.map(({ data }) => (data as { website: { name: string } }).website.name)).toEqual(names);
  });

  it("passes over the browser that caused it", async () => {
    const [sender, listener] = [await connect(member), await connect(maintainer)];
    await subscribe(sender, "website");
    await subscribe(listener, "website");
    const [heardBySender, heardByListener] = [hear(sender), hear(listener)];
    await publish({ ...websiteEvent("Meine"), exceptSocketId: sender.connection.socket_id }, websiteEvent("Danach"));
    await vi.waitFor(() => expect(heardByListener).toHaveLength(2));
    await vi.waitFor(() => expect(heardBySender).toHaveLength(1));
    expect(heardBySender[0]?.data).toEqual({ website: { id: "w1", name: "Danach" } });
  });

  it("with a payload outside the catalogue is not sent, and the rest is", async () => {
    const client = await connect(member);
    await subscribe(client, "website");
    const heard = hear(client);
    const wrong = { event: "newWebsite", payload: { website: { id: "w1", name: "x", secret: "geheim" } } } as never;
    await publish(wrong, websiteEvent("Richtig"));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.data).toEqual({ website: { id: "w1", name: "Richtig" } });
  });

  it("of a notification comes after its row is committed", async () => {
    const client = await connect(member);
    const heard = hear(client);
    const { services } = office.portal;
    const context = toContext(services, { signedIn: undefined, requestId: "test", ip: undefined });
    await transact(context, (tx) =>
      notify(tx, { forUserId: member.id, title: "Notebook übergeben", message: "an dich", category: "device" }),
    );
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    const row = await services.db.selectFrom("notifications").select(["id", "title"]).executeTakeFirst();
    expect(heard).toEqual([{ event: "newNotification", data: { notification: row } }]);
  });
});

describe("a channel a person may not join", () => {
  it("tells a member nothing but a refusal on maintainer and on another person's channel", async () => {
    const client = await connect(member);
    const raw: { event: string; channel?: string }[] = [];
    client.connection.bind("message", (message: { event: string; channel?: string }) => raw.push(message));
    const foreign = `#server-to-user-${maintainer.id}`;
    client.send_event("pusher:subscribe", { channel: "maintainer" });
    client.send_event("pusher:subscribe", { channel: foreign });
    client.send_event("pusher:subscribe", { channel: "feedback" });
    await vi.waitFor(() => expect(raw.map(({ channel }) => channel)).toContain("feedback"));
    await publish(notificationFor(maintainer, "Nur für Malte"), notificationFor(member, "Für Jana"));
    await vi.waitFor(() => expect(raw.map(({ event }) => event)).toContain("newNotification"));
    const refused = raw.filter(({ channel }) => channel === foreign || channel === "maintainer");
    expect(refused.map(({ event }) => event)).toEqual(["pusher:subscription_error", "pusher:subscription_error"]);
    expect(raw.filter(({ event }) => event === "newNotification")).toHaveLength(1);
  });

  it("is open to a maintainer", async () => {
    expect((await subscribe(await connect(maintainer), "maintainer")).subscribed).toBe(true);
  });
});

describe("presence", () => {
  it("shows who joins and who leaves, each person once", async () => {
    const watching = (await subscribe(await connect(maintainer), "presence-user-list")) as PresenceChannel;
    const names = () => Object.values(watching.members.members as Record<string, { name: string }>).map((m) => m.name);
    const [first, second] = [await connect(member), await connect(member)];
    await subscribe(first, "presence-user-list");
    await subscribe(second, "presence-user-list");
    await vi.waitFor(() => expect(names().sort()).toEqual(["Jana Petersen", "Malte Brandt"]));
    first.disconnect();
    second.disconnect();
    await vi.waitFor(() => expect(names()).toEqual(["Malte Brandt"]));
  });
});
