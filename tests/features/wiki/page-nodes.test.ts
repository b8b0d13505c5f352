import { once } from "node:events";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import WebSocket from "ws";
import * as Y from "yjs";
import type { DocumentJson } from "../../../contract/document/json.ts";
import { requireValue } from "../../../contract/narrowing.ts";
import { collabMessages } from "../../../contract/wiki/collab.ts";
import { createCaller } from "../../../server/features/router.ts";
import { compactPage } from "../../../server/features/wiki/collab/compact-pages.ts";
import { answerFrame } from "../../../server/features/wiki/collab/frames.ts";
import { appendUpdates, readPageState } from "../../../server/features/wiki/collab/room-store.ts";
import { withPageRooms } from "../../../server/features/wiki/with-page-rooms.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { chanceOf } from "../../support/chance.ts";
import { openHub, type TestBus } from "../../support/nodes/hub.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { engines } from "../../support/postgres/engines.ts";
import { until } from "../../support/until.ts";
import { reach, sitAt, type Writer } from "../../support/wiki/page-clients.ts";
import { cookieOf, openPageNode, type PageNode } from "../../support/wiki/page-node.ts";
import { documentOf, putPage } from "../../support/wiki/pages.ts";

const addTo =
  (...lines: string[]) =>
  (document: DocumentJson): DocumentJson => ({
    ...document,
    content: [...document.content, ...documentOf(...lines).content],
  });

const linesIn = ({ content }: DocumentJson) =>
  content.map((block) => block.content?.map(({ text }) => text).join("") ?? "");

describe.each(engines)("a page on several nodes, on $engine", ({ isMissing, openDatabase }) => {
  let office: Office;
  let pageId: string;
  let [anna, ben]: Person[] = [];
  beforeEach(async ({ skip }) => {
    if (isMissing) return skip();
    office = await openOffice({ db: await openDatabase() });
    [anna, ben] = [await office.hire({ name: "Anna Sommer" }), await office.hire({ name: "Ben Winter" })];
    pageId = await putPage(office.services.db, { document: documentOf("Anfang") });
  });

  const people = () => [requireValue(anna), requireValue(ben)] as const;

  const contentOf = async (id = pageId): Promise<DocumentJson> => {
    const page = office.services.db.selectFrom("pages").select("contentJson").where("id", "=", id);
    return JSON.parse((await page.executeTakeFirstOrThrow()).contentJson);
  };

  const authorsOf = async (id = pageId) => {
    const rows = await office.services.db
      .selectFrom("pageRevisions")
      .select(["authorId", "contributorsJson"])
      .where("pageId", "=", id)
      .execute();
    return new Set(rows.flatMap(({ authorId, contributorsJson }) => [authorId, ...JSON.parse(contributorsJson)]));
  };

  /** Two nodes that hear each other, and what they hear each other by. */
  async function openTwo({ askMs = 50 } = {}) {
    const hub = openHub();
    const buses = [hub.join(), hub.join()] as const;
    const open = (bus: TestBus) => openPageNode({ ...office.services, bus }, { askMs });
    const nodes = [await open(buses[0]), await open(buses[1])] as const;
    onTestFinished(async () => {
      for (const node of nodes) await node.stop();
    });
    return { nodes, buses };
  }

  async function sit(node: PageNode, person: Person, id = pageId): Promise<Writer> {
    const writer = sitAt(node.origin, person, id);
    onTestFinished(() => writer.destroy());
    await writer.synced;
    return writer;
  }

  const apiOn = async (node: PageNode, person: Person) =>
    createCaller({ ...(await office.contextOf(person)), pageRooms: node.rooms });

  describe("its numbers", () => {
    it("are not given for a page without content", async () => {
      const { db, now } = office.services;
      await db.deleteFrom("pageStates").where("pageId", "=", pageId).execute();
      const update = { data: new Uint8Array([0, 0]), userId: people()[0].id };
      await expect(appendUpdates(db, pageId, [update], now())).rejects.toThrow(/not.null/i);
      expect(await db.selectFrom("pageUpdates").selectAll().execute()).toEqual([]);
    });

    it("are each given once and follow upon each other, also for two people at once", async () => {
      const { db, now } = office.services;
      const [first, second] = people();
      const both = [first, second].map(({ id }) => ({ data: new Uint8Array([0, 0]), userId: id }));
      const last = await Promise.all(Array.from({ length: 10 }, () => appendUpdates(db, pageId, both, now())));
      expect(last.sort((one, other) => one - other)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
      const rows = await db.selectFrom("pageUpdates").select(["number", "userId"]).orderBy("number").execute();
      const expected = Array.from({ length: 20 }, (_, index) => ({
        number: index + 1,
        userId: index % 2 === 0 ? first.id : second.id,
      }));
      expect(rows).toEqual(expected);
    });

    it("go on behind what is compacted, though nobody has counted before", async () => {
      const { db, now } = office.services;
      const written = { data: new Uint8Array([0, 0]), userId: people()[0].id };
      await db.updateTable("pageStates").set({ number: 41, shownNumber: 41 }).where("pageId", "=", pageId).execute();
      expect(await appendUpdates(db, pageId, [written], now())).toBe(42);
      await compactPage({ db, now }, pageId);
      expect(await appendUpdates(db, pageId, [written], now())).toBe(43);
    });
  });

  it("keeps what a node acknowledges after another one has shown and compacted the page", async () => {
    const { db, now } = office.services;
    const [first, second] = people();
    const rooms = [1, 2].map(() => withPageRooms(office.services).pageRooms);
    const [one, other] = [requireValue(rooms[0]), requireValue(rooms[1])];
    await one.edit(pageId, first.id, addTo("Eins"));
    await other.edit(pageId, second.id, addTo("Zwei"));
    await compactPage({ db, now }, pageId);
    await one.edit(pageId, first.id, addTo("Drei"));
    await withPageRooms(office.services).pageRooms.materialise(pageId);
    expect(linesIn(await contentOf()).sort()).toEqual(["Anfang", "Drei", "Eins", "Zwei"]);
    const late = withPageRooms(office.services).pageRooms;
    await late.edit(pageId, second.id, addTo("Vier"));
    expect(linesIn(await contentOf()).sort()).toEqual(["Anfang", "Drei", "Eins", "Vier", "Zwei"]);
    expect(await authorsOf()).toEqual(new Set([first.id, second.id]));
  });

  it("is read whole while another node compacts it", async () => {
    const { db, now } = office.services;
    const [first] = people();
    const { pageRooms } = withPageRooms(office.services);
    for (let no = 1; no <= 10; no += 1) {
      await pageRooms.edit(pageId, first.id, addTo(`Zeile ${no}`));
      const [stored] = await Promise.all([readPageState(db, pageId, no - 1), compactPage({ db, now }, pageId)]);
      expect([...(stored?.state ?? []), ...(stored?.updates ?? [])]).not.toEqual([]);
      expect(stored?.number).toBe(no);
    }
  });

  it("is shown once and names everybody, when two nodes change and show it at once", async () => {
    const { nodes } = await openTwo();
    const [first, second] = people();
    const lines = Array.from({ length: 12 }, (_, no) => `Zeile ${no}`);
    const edits = lines.map((line, no) =>
      requireValue(nodes[no % 2]).rooms.edit(pageId, (no % 2 ? second : first).id, addTo(line)),
    );
    const versions = await Promise.all(edits);
    for (const { version } of versions) expect(version).toBeGreaterThan(0);
    expect(linesIn(await contentOf()).sort()).toEqual(["Anfang", ...lines].sort());
    expect(await authorsOf()).toEqual(new Set([first.id, second.id]));
    const state = office.services.db.selectFrom("pageStates").select("shownNumber").where("pageId", "=", pageId);
    expect(await state.executeTakeFirst()).toEqual({ shownNumber: 12 });
  });

  it("reaches who has it open on another node, at once and without anything asked", async () => {
    const { nodes } = await openTwo({ askMs: 3_600_000 });
    const [first, second] = people();
    const [here, there] = [await sit(nodes[0], first), await sit(nodes[1], second)];
    here.write("Von hier");
    there.write("Von dort");
    await Promise.all([here.saved(), there.saved()]);
    await until(() => expect(here.lines().sort()).toEqual(["Anfang", "Von dort", "Von hier"]));
    await until(() => expect(there.read()).toEqual(here.read()));
    await nodes[1].rooms.edit(pageId, second.id, addTo("Vom Server"));
    await until(() => expect(here.lines()).toContain("Vom Server"));
  });

  it("is the same everywhere though the bus is silent", async () => {
    const { nodes, buses } = await openTwo();
    for (const bus of buses) bus.cut();
    const [first, second] = people();
    const [here, there] = [await sit(nodes[0], first), await sit(nodes[1], second)];
    here.write("Von hier");
    there.write("Von dort");
    await Promise.all([here.saved(), there.saved()]);
    await until(() => expect(here.lines().sort()).toEqual(["Anfang", "Von dort", "Von hier"]));
    await until(() => expect(there.read()).toEqual(here.read()));
  });

  it("catches up at a gap, without anything asked before", async () => {
    const { nodes, buses } = await openTwo({ askMs: 3_600_000 });
    const [first, second] = people();
    const [here, there] = [await sit(nodes[0], first), await sit(nodes[1], second)];
    buses[1].cut();
    here.write("Während der Lücke");
    await here.saved();
    there.write("Auf der anderen Seite");
    await there.saved();
    expect(here.lines()).not.toContain("Auf der anderen Seite");
    buses[1].mend();
    await until(() => expect(there.lines()).toContain("Während der Lücke"));
    here.write("Danach");
    await until(() => expect(there.read()).toEqual(here.read()));
  });

  describe("who may be in it", () => {
    const isClosed = (writer: Writer) => reach(writer, "refused");

    it.each([true, false])(
      "is decided anew when a page is closed on another node (heard by the bus: %s)",
      async (isHeard) => {
        const { nodes, buses } = await openTwo();
        if (!isHeard) for (const bus of buses) bus.cut();
        const [first, second] = people();
        await office.services.db.updateTable("pages").set({ createdById: first.id }).where("id", "=", pageId).execute();
        const there = await sit(nodes[1], second);
        const api = await apiOn(nodes[0], first);
        await api.page.setVisibility({ id: pageId, visibility: "private", version: 1 });
        await isClosed(there);
        there.write("Danach geschrieben");
        expect(there.status.read()).toMatchObject({ state: "refused", code: 4404 });
        await nodes[0].rooms.materialise(pageId);
        expect(linesIn(await contentOf())).not.toContain("Danach geschrieben");
      },
    );

    it.each([true, false])(
      "changes when it is thrown away and deleted on another node (heard by the bus: %s)",
      async (isHeard) => {
        const { nodes, buses } = await openTwo();
        if (!isHeard) for (const bus of buses) bus.cut();
        const [, second] = people();
        const admin = await office.hire({ name: "Chefin", role: "admin" });
        const there = await sit(nodes[1], second);
        const api = await apiOn(nodes[0], admin);
        await api.page.trash({ id: pageId, version: 1, withChildren: true });
        await until(() => expect(there.status.read().access).toBe("read"));
        await api.page.restore({ id: pageId });
        await until(() => expect(there.status.read().access).toBe("edit"));
        await api.page.trash({ id: pageId, withChildren: true });
        await api.page.delete({ id: pageId, title: "Server-Umzug ohne Ausfall" });
        await isClosed(there);
        expect(there.status.read()).toMatchObject({ code: 4404 });
        await expect(nodes[1].rooms.edit(pageId, second.id, addTo("Zu spät"))).rejects.toThrow();
      },
    );

    it("is closed when a page is emptied, and nothing can be stored in it any more", async () => {
      const { nodes } = await openTwo();
      const [first] = people();
      const there = await sit(nodes[1], first);
      await office.services.db.deleteFrom("pageStates").where("pageId", "=", pageId).execute();
      await isClosed(there);
    });
  });

  it.each(["member", "readonly"] as const)(
    "neither names nor refuses a %s for what they know from another node",
    async (role) => {
      const { nodes, buses } = await openTwo({ askMs: 3_600_000 });
      for (const bus of buses) bus.cut();
      const [first, second] = people();
      const moved = await office.hire({ name: "Cem Herbst", role });
      const [here] = [await sit(nodes[0], first), await sit(nodes[1], second)];
      here.write("Von Anna");
      await here.saved();
      const socket = new WebSocket(`${nodes[1].origin.replace("http", "ws")}/collab/${pageId}`, {
        headers: { cookie: cookieOf(moved) },
      });
      onTestFinished(() => socket.terminate());
      const saved = new Promise<void>((resolve) => {
        socket.on("message", (frame: Uint8Array) => frame[0] === collabMessages.saved && frame[1] === 1 && resolve());
      });
      await once(socket, "open");
      socket.send(answerFrame(Y.encodeStateAsUpdate(here.doc)));
      await saved;
      const updates = office.services.db.selectFrom("pageUpdates").select("userId").where("pageId", "=", pageId);
      expect(await updates.execute()).toEqual([{ userId: first.id }]);
    },
  );

  it("shows a revision that is restored on another node to who writes", async () => {
    const { nodes } = await openTwo();
    const [first, second] = people();
    const there = await sit(nodes[1], second);
    const { version } = await nodes[0].rooms.edit(pageId, first.id, addTo("Alt"));
    await nodes[0].rooms.edit(pageId, first.id, () => documentOf("Neu"));
    await until(() => expect(there.lines()).toEqual(["Neu"]));
    there.write("Dazu getippt");
    await there.saved();
    const api = await apiOn(nodes[0], first);
    const revisions = await api.page.revisions({ id: pageId, page: 1, limit: 10 });
    expect(revisions.data.length).toBeGreaterThan(0);
    await api.page.restoreRevision({ id: pageId, no: requireValue(version) });
    await until(async () => expect(there.read()).toEqual(await contentOf()));
  });

  it("shows the cursors of people on other nodes until they leave, or their node is silent", async () => {
    const { nodes, buses } = await openTwo();
    const [first, second] = people();
    const [here, there] = [await sit(nodes[0], first), await sit(nodes[1], second)];
    const seen = () => there.awareness.getStates().get(here.doc.clientID);
    const shown = { user: { id: first.id, name: first.name }, cursor: { anchor: 1, head: 2 } };
    here.awareness.setLocalState({ user: { id: "falsch", name: "Chefin" }, cursor: { anchor: 1, head: 2 } });
    await until(() => expect(seen()).toEqual(shown));
    const late = await sit(nodes[1], second);
    await until(() => expect(late.awareness.getStates().get(here.doc.clientID)).toEqual(shown));
    buses[0].cut();
    await until(() => expect(seen()).toBeUndefined());
    buses[0].mend();
    await until(() => expect(seen()).toEqual(shown));
    here.destroy();
    await until(() => expect(seen()).toBeUndefined());
  });

  it("asks nothing and tells nobody on the only node", async () => {
    const [first] = people();
    const { join } = openHub();
    const heard: unknown[] = [];
    const bus: TestBus = {
      ...join(),
      publish: (topic) => void heard.push(topic),
      subscribe: (topic) => {
        heard.push(topic);
        return () => undefined;
      },
    };
    const { pageRooms } = withPageRooms({ ...office.services, bus });
    await pageRooms.edit(pageId, first.id, addTo("Allein"));
    await pageRooms.recheck("all");
    await pageRooms.stop();
    expect(heard).toEqual([]);
  });

  it.each([20_261_129, 7, 4711])(
    "agrees to the letter after whatever happens in whatever order (seed %i)",
    async (seed) => {
      const { below } = chanceOf(seed);
      const { nodes, buses } = await openTwo();
      const { db, now } = office.services;
      const hired = [...people(), await office.hire({ name: "Cem" }), await office.hire({ name: "Dana" })];
      const writers = await Promise.all(hired.map((person, no) => sit(requireValue(nodes[no % 2]), person)));
      const written: string[] = [];
      const background: Promise<unknown>[] = [];
      const line = (words: string) => {
        written.push(`${words} ${written.length}`);
        return requireValue(written.at(-1));
      };
      const type = () => requireValue(writers[below(4)]).write(line("Getippt"));
      const others: (() => unknown)[] = [
        () => {
          const { rooms } = requireValue(nodes[below(2)]);
          background.push(rooms.edit(pageId, requireValue(hired[below(4)]).id, addTo(line("Vom Server"))));
        },
        () => background.push(requireValue(nodes[below(2)]).rooms.materialise(pageId)),
        () => background.push(compactPage({ db, now }, pageId)),
        () => requireValue(buses[below(2)]).cut(),
        () => requireValue(buses[below(2)]).mend(),
        () => requireValue(writers[below(4)]).goOffline(),
        () => {
          for (const writer of writers) writer.comeBack();
        },
        () => new Promise((resolve) => setTimeout(resolve, below(8))),
      ];
      for (let step = 0; step < 160; step += 1)
        await (below(3) > 0 ? type : requireValue(others[below(others.length)]))();
      for (const bus of buses) bus.mend();
      for (const writer of writers) writer.comeBack();
      await Promise.all([...background, ...writers.map((writer) => writer.saved())]);
      const first = requireValue(writers[0]);
      await until(() => {
        for (const writer of writers) expect(writer.read()).toEqual(first.read());
        expect(first.lines().filter(Boolean).sort()).toEqual(["Anfang", ...written].sort());
      });
      for (const node of nodes) await node.rooms.materialise(pageId);
      expect(await contentOf()).toEqual(first.read());
      await compactPage({ db, now }, pageId);
      const again = withPageRooms(office.services).pageRooms;
      await again.edit(pageId, hired[0]?.id ?? "", addTo("Zum Schluss"));
      expect(
        linesIn(await contentOf())
          .filter(Boolean)
          .sort(),
      ).toEqual(["Anfang", ...written, "Zum Schluss"].sort());
      const authors = await authorsOf();
      for (const { id } of hired) expect(authors).toContain(id);
    },
  );
});
