import { Agent } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { closeCode, nextMessage } from "../uws/local-server.ts";
import { connectClient, heard, type Person } from "./live-client.ts";
import { app, createPublisher, type Running, runSoketi } from "./running-soketi.ts";

let soketi: Running;
beforeAll(async () => {
  soketi = await runSoketi();
});
afterAll(() => soketi.stop());

const ada: Person = { id: "u-ada", name: "Ada" };
const bob: Person = { id: "u-bob", name: "Bob" };
const join = (person: Person) => connectClient(soketi.port, soketi.publisher, person);

test("a wrong signature is refused with 401, an unknown app with 404", async () => {
  const wrongSecret = createPublisher(soketi.port, { ...app, secret: "guessed" });
  await expect(wrongSecret.trigger("website", "newWebsite", {})).rejects.toMatchObject({ status: 401 });
  const wrongApp = createPublisher(soketi.port, { ...app, id: "guessed" });
  await expect(wrongApp.trigger("website", "newWebsite", {})).rejects.toMatchObject({ status: 404 });
});

test("an event above 64 KB and a request above 4 MB are refused with 413", async () => {
  await expect(soketi.publisher.trigger("website", "newWebsite", "x".repeat(65 * 1024))).rejects.toMatchObject({
    status: 413,
  });
  await expect(soketi.publisher.trigger("website", "newWebsite", "x".repeat(5_000_000))).rejects.toMatchObject({
    status: 413,
  });
});

test("a forged signature for a private or presence channel is refused", async () => {
  const forger = createPublisher(soketi.port, { ...app, secret: "guessed" });
  const client = connectClient(soketi.port, forger, ada);
  const refusal = await heard(client.subscribe("presence-user-list"), "pusher:subscription_error");
  expect(refusal).toMatchObject({ type: "AuthError", status: 401 });
});

test("an unknown app key is told so, and cut, with 4001", async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${soketi.port}/app/unknown`);
  const cut = closeCode(socket);
  expect(JSON.parse(await nextMessage(socket))).toMatchObject({ event: "pusher:error", data: { code: 4001 } });
  expect(await cut).toBe(4001);
});

test("a client event is refused, because only the portal speaks", async () => {
  const [sender, listener] = [join(ada), join(bob)];
  const channels = [sender.subscribe("private-room"), listener.subscribe("private-room")];
  await Promise.all(channels.map((channel) => heard(channel, "pusher:subscription_succeeded")));
  const received = vi.fn();
  channels[1]?.bind("client-hello", received);
  const error = heard(sender.connection, "error");
  channels[0]?.trigger("client-hello", {});
  expect(await error).toMatchObject({ data: { code: 4301 } });
  expect(received).not.toHaveBeenCalled();
});

test("an event reaches the subscribers of its channel once, and not the excluded socket", async () => {
  const [first, second, other] = [join(ada), join(bob), join(bob)];
  const [mine, theirs, elsewhere] = [vi.fn(), vi.fn(), vi.fn()];
  const channels = [first.subscribe("website"), second.subscribe("website"), other.subscribe("wiki")];
  await Promise.all(channels.map((channel) => heard(channel, "pusher:subscription_succeeded")));
  channels[0]?.bind("websiteUpdated", mine);
  channels[1]?.bind("websiteUpdated", theirs);
  channels[2]?.bind_global(elsewhere);
  const exceptFirst = { socket_id: first.connection.socket_id };
  await soketi.publisher.trigger("website", "websiteUpdated", { website: { id: "w1" } }, exceptFirst);
  await soketi.publisher.trigger("website", "websiteUpdated", { website: { id: "w2" } });
  await vi.waitFor(() => expect(theirs).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(mine).toHaveBeenCalledTimes(1));
  expect(mine.mock.calls[0]?.[0]).toEqual({ website: { id: "w2" } });
  expect(elsewhere).not.toHaveBeenCalled();
});

test("a batch reaches each of its channels", async () => {
  const client = join(ada);
  const [website, wiki] = [client.subscribe("website"), client.subscribe("wiki")];
  await Promise.all([website, wiki].map((channel) => heard(channel, "pusher:subscription_succeeded")));
  const both = Promise.all([heard(website, "newWebsite"), heard(wiki, "newPage")]);
  await soketi.publisher.triggerBatch([
    { channel: "website", name: "newWebsite", data: { id: "w1" } },
    { channel: "wiki", name: "newPage", data: { id: "p1" } },
  ]);
  expect(await both).toEqual([{ id: "w1" }, { id: "p1" }]);
});

test("whoever publishes keeps their connection", async () => {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const opened = vi.spyOn(agent, "createConnection");
  const publisher = createPublisher(soketi.port, app, agent);
  for (const id of ["w1", "w2", "w3"]) {
    const answer = await publisher.trigger("website", "newWebsite", { id });
    await answer.text();
  }
  expect(opened).toHaveBeenCalledOnce();
});

test("a presence channel tells who joins and, at once, who leaves", async () => {
  const [first, second] = [join(ada), join(bob)];
  const list = first.subscribe("presence-user-list");
  expect(await heard(list, "pusher:subscription_succeeded")).toMatchObject({ count: 1, myID: ada.id });
  const added = heard(list, "pusher:member_added");
  second.subscribe("presence-user-list");
  expect(await added).toEqual({ id: bob.id, info: { name: bob.name } });
  const answer = await soketi.publisher.get({ path: "/channels/presence-user-list/users" });
  expect(await answer.json()).toEqual({ users: [{ id: ada.id }, { id: bob.id }] });
  const removed = heard(list, "pusher:member_removed");
  second.disconnect();
  expect(await removed).toMatchObject({ id: bob.id });
});

test("a socket is gone from its channel whatever code it leaves with", async () => {
  const list = join(ada).subscribe("presence-user-list");
  await heard(list, "pusher:subscription_succeeded");
  for (const code of [1000, 4000, 4200, undefined]) {
    const socket = new WebSocket(`ws://127.0.0.1:${soketi.port}/app/${app.key}`);
    const { data } = JSON.parse(await nextMessage(socket));
    const member = { user_id: bob.id, user_info: {} };
    const signed = soketi.publisher.authorizeChannel(JSON.parse(data).socket_id, "presence-user-list", member);
    const [added, removed] = [heard(list, "pusher:member_added"), heard(list, "pusher:member_removed")];
    socket.send(JSON.stringify({ event: "pusher:subscribe", data: { ...signed, channel: "presence-user-list" } }));
    await added;
    socket.close(code);
    expect(await removed).toMatchObject({ id: bob.id });
  }
});

test("an event for a user reaches all of his sockets and nobody else's", async () => {
  const clients = [join(ada), join(ada), join(bob)];
  const received = clients.map(() => vi.fn());
  await Promise.all(
    clients.map(async (client, index) => {
      client.user.bind("newNotification", (payload: unknown) => received[index]?.(payload));
      client.signin();
      await client.user.signinDonePromise;
    }),
  );
  await soketi.publisher.sendToUser(ada.id, "newNotification", { id: "n1" });
  await soketi.publisher.sendToUser(bob.id, "newNotification", { id: "n2" });
  await vi.waitFor(() => expect(received.map((calls) => calls.mock.calls.length)).toEqual([1, 1, 1]));
  expect(received.map((calls) => calls.mock.calls[0]?.[0])).toEqual([{ id: "n1" }, { id: "n1" }, { id: "n2" }]);
});

test("terminateUserConnections cuts the user with 4009 and leaves the others", async () => {
  const [cut, kept] = [join(ada), join(bob)];
  for (const client of [cut, kept]) {
    client.signin();
    await client.user.signinDonePromise;
  }
  const error = heard(cut.connection, "error");
  await soketi.publisher.terminateUserConnections(ada.id);
  expect(await error).toMatchObject({ data: { code: 4009 } });
  await vi.waitFor(() => expect(cut.connection.state).toBe("disconnected"));
  expect(kept.connection.state).toBe("connected");
});

test("nothing of all this ended or disturbed the process", () => {
  expect(soketi.lines.filter(({ level }) => level >= 40)).toEqual([]);
});
