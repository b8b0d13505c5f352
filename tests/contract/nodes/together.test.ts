import type { PresenceChannel } from "pusher-js";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { maxCallsPerBatch } from "../../../contract/api/limits.ts";
import { fileUrl } from "../../../contract/files/file-url.ts";
import { presenceChannel } from "../../../contract/live/live-events.ts";
import { recordChannel } from "../../../contract/records/record-channel.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { callRest, recordTokens } from "../../support/api/rest-client.ts";
import { aPng } from "../../support/browser/pictures.ts";
import { toForm } from "../../support/file-desk.ts";
import { atFileEnd } from "../../support/file-end.ts";
import {
  missingForNodes,
  openSharedPlace,
  type SharedPlace,
  whyWithoutNodes,
} from "../../support/nodes/shared-place.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { stockClient } from "../../support/portal/push-clients.ts";
import { rpcClient } from "../../support/portal/rpc-client.ts";
import { until } from "../../support/until.ts";
import { openWriter, type Writer } from "../../support/wiki/page-clients.ts";
import { createPage } from "../../support/wiki/wiki.ts";

const signedOut = { data: { httpStatus: 401 } };
const names = ["frankfurt", "helsinki", "nürnberg"];

describe.skipIf(missingForNodes !== "")(`three whole portals on one database${whyWithoutNodes}`, () => {
  let place: SharedPlace;
  let nodes: [TestPortal, TestPortal, TestPortal];
  let jana: Person;
  let timo: Person;
  const open: (() => void)[] = [];

  beforeAll(async () => {
    place = await openSharedPlace();
    const [one, two, three] = [await start("frankfurt"), await start("helsinki"), await start("nürnberg")];
    nodes = [one, two, three];
    jana = await one.hire({ name: "Jana Petersen", role: "admin" });
    timo = await two.hire({ name: "Timo Brandt" });
    await until(() => expect(nodes.map(({ portal }) => portal.services.bus.isConnected())).toEqual([true, true, true]));
  });
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  async function start(name: string): Promise<TestPortal> {
    const env = { ...place.env, NODE_NAME: name, RPC_CALLS_PER_MINUTE: "60" };
    const node = await startTestPortal({ env, dataDir: place.newDataDir() });
    atFileEnd(node.stop);
    return node;
  }

  /** A browser of a person at a node, which hears the events of a channel. */
  async function openBrowser(node: TestPortal, person: Person, name: string) {
    const { cookie, sessionId } = await node.signIn(person);
    const pusher = stockClient({ cookie, origin: node.url }, place.secrets.soketi.key);
    open.push(() => pusher.disconnect());
    const channel = pusher.subscribe(name);
    const heard: unknown[] = [];
    channel.bind_global((event: string, payload: unknown) => {
      if (!event.startsWith("pusher:")) heard.push({ event, payload });
    });
    await until(() => expect(channel.subscribed).toBe(true));
    return {
      cookie,
      sessionId,
      heard,
      state: () => pusher.connection.state,
      members: () => Object.keys((channel as PresenceChannel).members.members).toSorted(),
    };
  }

  it("know whoever signed in on one of them, until another one ends the session and all of them close its sockets", async () => {
    const [one, two, three] = nodes;
    const { cookie, sessionId } = await one.signIn(jana);
    for (const { url } of nodes)
      expect(await rpcClient(url, cookie).session.list.query({})).toMatchObject({ data: [{ isCurrent: true }] });
    const browser = await openBrowser(two, jana, "website");
    const other = await openBrowser(two, jana, "website");
    await rpcClient(three.url, cookie).session.revoke.mutate({ id: browser.sessionId });
    await until(() => expect(browser.state()).not.toBe("connected"));
    expect(other.state()).toBe("connected");
    for (const { url } of nodes)
      await expect(rpcClient(url, browser.cookie).session.list.query({})).rejects.toMatchObject(signedOut);
    await rpcClient(one.url, cookie).session.revoke.mutate({ id: sessionId });
    await expect(rpcClient(two.url, cookie).session.list.query({})).rejects.toMatchObject(signedOut);
  });

  it("bring what happens on one of them to the browsers of all, once and in order", async () => {
    const [one] = nodes;
    const browsers = await Promise.all(nodes.map((node) => openBrowser(node, timo, "website")));
    const api = await apiOf(one, jana);
    const made: string[] = [];
    for (const name of ["amsel", "drossel", "fink"]) {
      const { id } = await api.website.create({ body: { url: `https://www.${name}.example` } });
      made.push(id);
    }
    for (const { heard } of browsers) {
      await until(() => expect(idsOfNew(heard)).toContain(made.at(-1)));
      expect(idsOfNew(heard)).toEqual(made);
    }
  });

  const idsOfNew = (heard: unknown[]) =>
    heard.flatMap((each) => {
      const { event, payload } = each as { event: string; payload: { website: { id: string } } };
      return event === "newWebsite" ? [payload.website.id] : [];
    });

  it("show people on all of them to each other, in the portal and at a record", async () => {
    const [one, two, three] = nodes;
    const { id } = await (await apiOf(one, jana)).customer.create({ body: { name: "Weingut Amsel" } });
    for (const channel of [presenceChannel, recordChannel({ type: "customer", id })]) {
      const here = await openBrowser(one, jana, channel);
      const there = await openBrowser(two, timo, channel);
      const both = [jana.id, timo.id].toSorted();
      await until(() => expect([here.members(), there.members()]).toEqual([both, both]));
      const late = await openBrowser(three, jana, channel);
      expect(late.members()).toEqual(both);
    }
  });

  it("let people on all of them write one page, and show it on all of them", async () => {
    const { id: pageId } = await createPage(await apiOf(nodes[0], jana));
    const writers: Writer[] = [];
    for (const [at, node] of nodes.entries()) {
      const person = [jana, timo][at] ?? (await node.hire({ name: "Mara Vogt" }));
      const { cookie } = await node.signIn(person);
      const writer = openWriter({ origin: node.url, cookie, pageId, personId: person.id });
      open.push(() => writer.destroy());
      writers.push(writer);
    }
    await Promise.all(writers.map(({ synced }) => synced));
    for (const round of [1, 2, 3])
      for (const [at, writer] of writers.entries()) writer.write(`Zeile ${round} aus ${names[at]}`);
    await Promise.all(writers.map((writer) => writer.saved()));
    const expected = [1, 2, 3].flatMap((round) => names.map((name) => `Zeile ${round} aus ${name}`)).toSorted();
    await until(() => {
      for (const writer of writers) {
        expect(writer.lines().filter(Boolean).toSorted()).toEqual(expected);
        expect(writer.read()).toEqual(writers[0]?.read());
      }
    });
    await nodes[2].portal.services.pageRooms.materialise(pageId);
    for (const node of nodes) {
      const { html } = await (await apiOf(node, timo)).page.read({ id: pageId });
      for (const line of expected) expect(html).toContain(line);
    }
  });

  it("count what a person asks of all of them together", async () => {
    const [one, two, three] = nodes;
    const person = await one.hire({ name: "Eilige Person" });
    const { cookie } = await one.signIn(person);
    const ask = async ({ url }: TestPortal) => {
      const calls = Array.from({ length: maxCallsPerBatch }, () => "session.list").join();
      const input = JSON.stringify(Object.fromEntries(calls.split(",").map((_, at) => [at, { json: {} }])));
      const query = new URLSearchParams({ batch: "1", input });
      return (await fetch(`${url}/api/trpc/${calls}?${query}`, { headers: { cookie } })).status;
    };
    // The allowance of a whole minute, and within it not as much again.
    expect([await ask(one), await ask(two), await ask(three)]).toEqual([200, 200, 200]);
    expect([await ask(one), await ask(two), await ask(three)]).toContain(429);
  });

  it("carry out once what is asked of two of them with one Idempotency-Key", async () => {
    const [one, two] = nodes;
    const { writing } = await recordTokens(await apiOf(one, jana));
    const create = (node: TestPortal) =>
      callRest(node, writing, "/customers", {
        method: "POST",
        body: { name: "Nur einmal" },
        headers: { "Idempotency-Key": "einmal" },
      });
    const answers = await Promise.all([one, two, one, two].map(create));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const again = await create(nodes[2]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const { db } = two.portal.services;
    const kept = await db.selectFrom("customers").select("id").where("name", "=", "Nur einmal").execute();
    expect(kept).toEqual([{ id: again.json.id }]);
  });

  it("take a file whose steps reach three of them, and give it out on each", async () => {
    const [one, two, three] = nodes;
    const { cookie } = await one.signIn(jana);
    const bytes = await aPng();
    const file = { filename: "a.png", mimeType: "image/png", size: bytes.length } as const;
    const ticket = await rpcClient(one.url, cookie).file.createUpload.mutate({ ...file, purpose: "image" });
    const body = toForm(ticket.fields, bytes);
    const posted = await fetch(new URL(ticket.url, two.url), { method: "POST", headers: { cookie }, body });
    expect(posted.status).toBe(204);
    const { key } = ticket.fields;
    const kept = await rpcClient(three.url, cookie).file.confirmUpload.mutate({ ...file, key });
    for (const { url } of nodes) {
      const answer = await fetch(new URL(fileUrl(kept.key), url), { headers: { cookie } });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });
});
