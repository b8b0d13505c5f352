import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import * as encoding from "lib0/encoding";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import * as Y from "yjs";
import { type DocumentJson, documentFragment } from "../../contract/document/json.ts";
import type { Role } from "../../contract/roles.ts";
import { collabLimits } from "../../contract/wiki/collab.ts";
import { newId } from "../../server/db/new-id.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { openWriter, reach, type Writer } from "../support/wiki/page-clients.ts";
import { documentOf, putPage } from "../support/wiki/pages.ts";

let portal: TestPortal;
let pageId: string;
beforeAll(async () => {
  portal = await startTestPortal();
  pageId = await putPage(portal.portal.services.db, { document: documentOf("Anfang") });
});
afterAll(() => portal.stop());

/** Resolves when the server has let a socket in, or has closed it. */
const heard = new WeakMap<WebSocket, Promise<unknown>>();
const answer = (socket: WebSocket) =>
  new Promise<void>((resolve) => {
    for (const event of ["message", "pong", "close"]) socket.once(event, () => resolve());
  });

/** A bare socket: the status that refuses it, or the socket itself. */
async function knock(path: string, headers: Record<string, string>): Promise<WebSocket | number> {
  const socket = new WebSocket(portal.url.replace("http", "ws") + path, { headers });
  onTestFinished(() => socket.terminate());
  socket.on("error", () => undefined);
  heard.set(socket, answer(socket));
  return Promise.race([
    once(socket, "open").then(() => socket),
    once(socket, "unexpected-response").then(([, response]) => (response as IncomingMessage).statusCode as number),
  ]);
}

async function enter(person: Person, page = pageId): Promise<WebSocket> {
  const { cookie } = await portal.signIn(person);
  const socket = await knock(`/collab/${page}`, { cookie, origin: portal.url });
  if (typeof socket === "number") throw new Error(`refused with ${socket}`);
  return socket;
}

const closed = (socket: WebSocket) =>
  once(socket, "close").then(([code, reason]) => [code as number, String(reason)] as const);

async function sit(person: Person, page = pageId): Promise<Writer & { sessionId: string }> {
  const { cookie, sessionId } = await portal.signIn(person);
  const writer = openWriter({ origin: portal.url, cookie, pageId: page, personId: person.id });
  onTestFinished(() => writer.destroy());
  return { ...writer, sessionId };
}

const hire = (role: Role = "member") => portal.hire({ role });

function updateFrame(update: Uint8Array): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarUint(encoder, 2);
    encoding.writeVarUint8Array(encoder, update);
  });
}

const storedUpdates = async (page: string) => {
  const rows = await portal.portal.services.db
    .selectFrom("pageUpdates")
    .where("pageId", "=", page)
    .selectAll()
    .execute();
  return rows.length;
};

describe("no socket is opened", () => {
  test("for a stranger", async () => {
    expect(await knock(`/collab/${pageId}`, { origin: portal.url })).toBe(401);
    expect(await knock(`/collab/${pageId}`, { origin: portal.url, cookie: "techcenter.session=erfunden" })).toBe(401);
  });

  test("from another site, or from none", async () => {
    const { cookie } = await portal.signIn(await hire());
    expect(await knock(`/collab/${pageId}`, { cookie, origin: "https://anderswo.example" })).toBe(403);
    expect(await knock(`/collab/${pageId}`, { cookie })).toBe(403);
  });

  test.each(["/collab/", "/collab/a/b", "/collab/%2e%2e", `/collab/${"a".repeat(65)}`])("at %s", async (path) => {
    const { cookie } = await portal.signIn(await hire());
    expect(await knock(path, { cookie, origin: portal.url })).toBe(404);
  });
});

describe("a page that is not theirs is, in the same words, none", () => {
  const gone = [4404, "Diese Seite gibt es nicht, oder du darfst sie nicht sehen."];

  test("an unknown one", async () => {
    expect(await closed(await enter(await hire("admin"), newId()))).toEqual(gone);
  });

  test("one for maintainers only", async () => {
    const page = await putPage(portal.portal.services.db, { maintainersOnly: 1 });
    expect(await closed(await enter(await hire(), page))).toEqual(gone);
    const maintainer = await sit(await hire("maintainer"), page);
    await maintainer.synced;
  });

  test("one that belongs to somebody else alone, even for an admin", async () => {
    const owner = await hire();
    const page = await putPage(portal.portal.services.db, { privateToId: owner.id });
    expect(await closed(await enter(await hire("admin"), page))).toEqual(gone);
    await (await sit(owner, page)).synced;
  });

  test("one whose visibility changes while somebody writes", async () => {
    const { db, pageRooms } = portal.portal.services;
    const page = await putPage(db);
    const [member, maintainer] = await Promise.all([sit(await hire(), page), sit(await hire("maintainer"), page)]);
    await Promise.all([member.synced, maintainer.synced]);
    await db.updateTable("pages").set({ maintainersOnly: 1 }).where("id", "=", page).execute();
    await pageRooms.recheck(page);
    await reach(member, "refused");
    expect(member.status.read()).toMatchObject({ code: 4404 });
    maintainer.write("Unter uns");
    await maintainer.saved();
    expect(member.lines()).not.toContain("Unter uns");
  });
});

describe("who may only read", () => {
  test("sees what others write, and writes nothing", async () => {
    const page = await putPage(portal.portal.services.db);
    const [reader, writer] = await Promise.all([sit(await hire("readonly"), page), sit(await hire(), page)]);
    await Promise.all([reader.synced, writer.synced]);
    expect(reader.status.read().access).toBe("read");
    writer.write("Für alle");
    await vi.waitFor(() => expect(reader.lines()).toContain("Für alle"));
    await writer.saved();
    const before = await storedUpdates(page);
    reader.write("Von mir");
    await reach(reader, "refused");
    expect(reader.status.read()).toMatchObject({ code: 4403, sentence: expect.any(String) });
    expect(await storedUpdates(page)).toBe(before);
    expect(writer.lines()).not.toContain("Von mir");
  });

  test("is everybody, while a page lies in the trash", async () => {
    const page = await putPage(portal.portal.services.db, { archivedAt: new Date().toISOString() });
    const writer = await sit(await hire("admin"), page);
    await writer.synced;
    writer.write("Zu spät");
    await reach(writer, "refused");
    expect(writer.status.read()).toMatchObject({ code: 4403, hasUnsaved: true });
  });
});

describe("what ends a session ends its sockets", () => {
  test("at once, and nothing that comes after is taken", async () => {
    const page = await putPage(portal.portal.services.db);
    const person = await hire();
    const [revoked, other] = [await sit(person, page), await sit(await hire(), page)];
    await Promise.all([revoked.synced, other.synced]);
    const caller = await portal.portal.services.db.deleteFrom("sessions").where("id", "=", revoked.sessionId).execute();
    expect(caller).toHaveLength(1);
    portal.portal.services.live.disconnect({ sessionId: revoked.sessionId });
    revoked.write("Nach dem Ende");
    await reach(revoked, "refused");
    expect(revoked.status.read()).toMatchObject({ code: 4401, sentence: expect.any(String) });
    other.write("Weiter");
    await other.saved();
    expect(other.lines()).toEqual(["", "Weiter"]);
  });

  test("for every session of a person who is deactivated", async () => {
    const person = await hire();
    const [desk, phone] = [await sit(person), await sit(person)];
    await Promise.all([desk.synced, phone.synced]);
    const { db, live } = portal.portal.services;
    const deactivatedAt = new Date().toISOString();
    await db.updateTable("users").set({ deactivatedAt }).where("id", "=", person.id).execute();
    live.disconnect({ userId: person.id });
    await Promise.all([reach(desk, "refused"), reach(phone, "refused")]);
    for (const writer of [desk, phone]) expect(writer.status.read()).toMatchObject({ code: 4401 });
  });

  test("but whoever only gets other rights comes back with them", async () => {
    const person = await hire();
    const writer = await sit(person);
    await writer.synced;
    const { db, live } = portal.portal.services;
    await db.updateTable("users").set({ role: "readonly" }).where("id", "=", person.id).execute();
    live.disconnect({ userId: person.id });
    await vi.waitFor(() => expect(writer.status.read()).toEqual({ state: "saved", access: "read" }));
  });
});

describe("too much", () => {
  test("in one message", async () => {
    const socket = await enter(await hire());
    const end = closed(socket);
    socket.send(new Uint8Array(collabLimits.messageBytes + 1));
    expect((await end)[0]).toBe(1009);
  });

  test("in one change: its parts are counted before they are read", async () => {
    const page = await putPage(portal.portal.services.db);
    const writer = await sit(await hire(), page);
    await writer.synced;
    const fragment = writer.doc.getXmlFragment(documentFragment);
    const paragraphs = (count: number) =>
      Array.from({ length: count }, () => {
        const made = new Y.XmlElement("paragraph");
        made.insert(0, [new Y.XmlText("x")]);
        return made;
      });
    fragment.push(paragraphs(3000));
    await writer.saved();
    fragment.push(paragraphs(20_000));
    await reach(writer, "refused");
    expect(writer.status.read()).toMatchObject({
      code: 1009,
      sentence: expect.stringContaining("in kleineren Teilen"),
    });
    const next = await sit(await hire(), page);
    await next.synced;
    expect(next.lines()).toHaveLength(3001);
  });

  test("of paragraphs in one page, which may then only become shorter", async () => {
    const line = { type: "paragraph", content: [{ type: "text", text: "x" }] };
    const document: DocumentJson = { type: "doc", content: Array.from({ length: 5995 }, () => line) };
    const page = await putPage(portal.portal.services.db, { document });
    const [writer, other] = [await sit(await hire(), page), await sit(await hire(), page)];
    await Promise.all([writer.synced, other.synced]);
    other.doc.getXmlFragment(documentFragment).delete(0, 2);
    await other.saved();
    for (const text of ["a", "b", "c", "d", "e"]) writer.write(text);
    await vi.waitUntil(() => writer.status.read().state !== "saving");
    for (const text of "fghijklmnopq") writer.write(text);
    await reach(writer, "refused");
    expect(writer.status.read()).toMatchObject({ code: 4413 });
    other.doc.getXmlFragment(documentFragment).delete(0, 100);
    await other.saved();
  });

  test("about who is here", async () => {
    const socket = await enter(await hire());
    socket.send(
      encoding.encode((encoder) => {
        encoding.writeVarUint(encoder, 1);
        const states = encoding.encode((inner) => {
          encoding.writeVarUint(inner, 1000);
          for (let client = 1; client <= 1000; client += 1) {
            encoding.writeVarUint(inner, client);
            encoding.writeVarUint(inner, 1);
            encoding.writeVarString(inner, "{}");
          }
        });
        encoding.writeVarUint8Array(encoder, states);
      }),
    );
    expect((await closed(socket))[0]).toBe(4400);
  });

  test("of what cannot be read, also as the first that a room hears", async () => {
    const page = await putPage(portal.portal.services.db);
    const socket = await enter(await hire(), page);
    socket.send(updateFrame(new Uint8Array([200, 200, 200])));
    expect((await closed(socket))[0]).toBe(4400);
  });

  test("in one page", async () => {
    const page = await putPage(portal.portal.services.db);
    const writer = await sit(await hire(), page);
    await writer.synced;
    for (let part = 0; part < 4; part += 1) {
      writer.write("Wort ".repeat(120_000));
      await vi.waitUntil(() => writer.status.read().state !== "saving");
    }
    expect(writer.status.read()).toMatchObject({ state: "refused", code: 4413 });
    const next = await sit(await hire(), page);
    await next.synced;
    expect(next.lines()).toHaveLength(4);
  });

  test("for a reader who does not keep up, who comes back for the rest", async () => {
    const { db, pageRooms } = portal.portal.services;
    const page = await putPage(db);
    const person = await hire();
    const slow = await enter(person, page);
    await heard.get(slow);
    slow.pause();
    const end = closed(slow);
    for (let round = 0; round < 24; round += 1) {
      await pageRooms.edit(page, person.id, () => documentOf(String.fromCharCode(97 + round).repeat(900_000)));
    }
    slow.resume();
    expect((await end)[0]).toBe(1006);
    const back = await sit(person, page);
    await back.synced;
    expect(back.lines()).toEqual(["x".repeat(900_000)]);
  });

  test("of sockets by one person", async () => {
    const person = await hire();
    const page = await putPage(portal.portal.services.db);
    for (let count = 0; count < collabLimits.socketsPerPerson; count += 1) {
      await heard.get(await enter(person, page));
    }
    expect((await closed(await enter(person, page)))[0]).toBe(4503);
  });
});

test("nobody passes for somebody else, and nobody speaks for the client of another", async () => {
  const page = await putPage(portal.portal.services.db);
  const [ada, eve, bob] = [await portal.hire({ name: "Ada" }), await portal.hire({ name: "Eve" }), await hire()];
  const [adas, eves, bobs] = await Promise.all([sit(ada, page), sit(eve, page), sit(bob, page)]);
  await Promise.all([adas.synced, eves.synced, bobs.synced]);
  adas.awareness.setLocalState({ cursor: { anchor: 1 } });
  const seen = (writer: Writer) => bobs.awareness.getStates().get(writer.doc.clientID);
  await vi.waitFor(() => expect(seen(adas)).toEqual({ user: { id: ada.id, name: "Ada" }, cursor: { anchor: 1 } }));

  const socket = await enter(eve, page);
  const claim = (clientId: number, state: unknown) => {
    const states = encoding.encode((encoder) => {
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarUint(encoder, clientId);
      encoding.writeVarUint(encoder, 2 ** 40);
      encoding.writeVarString(encoder, JSON.stringify(state));
    });
    socket.send(
      encoding.encode((encoder) => {
        encoding.writeVarUint(encoder, 1);
        encoding.writeVarUint8Array(encoder, states);
      }),
    );
  };
  claim(adas.doc.clientID, { user: { id: eve.id, name: "Ada" } });
  claim(adas.doc.clientID, null);
  claim(4711, { user: { id: ada.id, name: "Ada" }, html: "<b>", cursor: { anchor: 2 } });
  const states = bobs.awareness.getStates();
  await vi.waitFor(() =>
    expect(states.get(4711)).toEqual({ user: { id: eve.id, name: "Eve" }, cursor: { anchor: 2 } }),
  );
  expect(seen(adas)).toEqual({ user: { id: ada.id, name: "Ada" }, cursor: { anchor: 1 } });
});

/** What ends a connection that sends garbage: the browser itself, or one of the refusals that are about what it sends. */
const endsOfGarbage = [1005, 1009, 4400, 4413];

test("2,000 frames of garbage end their own connections and nothing else", async () => {
  const page = await putPage(portal.portal.services.db, { document: documentOf("Bleibt") });
  const [witness, eve] = [await sit(await hire(), page), await hire()];
  await witness.synced;
  let seed = 42;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const real = realFrames();
  const garble = () => {
    const frame = Uint8Array.from(real[random(real.length)] as Uint8Array);
    if (random(4) === 0) return Uint8Array.from({ length: random(200) }, () => random(256));
    for (let flips = random(4) + 1; flips > 0; flips -= 1) frame[random(frame.length)] = random(256);
    return random(3) === 0 ? frame.slice(0, random(frame.length)) : frame;
  };
  let socket: WebSocket | undefined;
  const codes = new Set<number>();
  for (let sent = 0; sent < 2000; sent += 1) {
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      socket = await enter(eve, page);
      socket.on("close", (code) => codes.add(code));
    }
    socket.send(garble());
    if (sent % 3 > 0) continue;
    socket.ping();
    await answer(socket);
  }
  socket?.close();
  expect([...codes].filter((code) => !endsOfGarbage.includes(code))).toEqual([]);
  witness.write("Und schreibt weiter");
  await witness.saved();
  await portal.portal.services.pageRooms.materialise(page);
  const next = await sit(await hire(), page);
  await next.synced;
  expect(next.read()).toEqual(witness.read());
  expect(next.lines()).toContain("Und schreibt weiter");
});

/** What honest clients send, to be garbled; the same bytes in every run, the id of the client included. */
function realFrames(): Uint8Array[] {
  const doc = new Y.Doc();
  doc.clientID = 2_718_281_828;
  const fragment = doc.getXmlFragment("content");
  const frames: Uint8Array[] = [updateFrame(Y.encodeStateAsUpdate(doc))];
  doc.on("update", (update: Uint8Array) => frames.push(updateFrame(update)));
  for (let number = 0; number < 20; number += 1) {
    const heading = new Y.XmlElement(number % 2 ? "heading" : "paragraph");
    heading.insert(0, [new Y.XmlText(`Absatz ${number}`)]);
    fragment.insert(0, [heading]);
    if (number % 5 === 4) fragment.delete(1, 1);
  }
  frames.push(
    encoding.encode((encoder) => {
      encoding.writeVarUint(encoder, 0);
      encoding.writeVarUint(encoder, 0);
      encoding.writeVarUint8Array(encoder, Y.encodeStateVector(doc));
    }),
  );
  return frames;
}
