import { rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import * as Y from "yjs";
import { fromYDoc } from "../../server/document/yjs.ts";
import { readLeft } from "../support/portal/left-data.ts";
import { askData, openData } from "../support/portal/open-data.ts";
import { freePort, newDataDir, startPortalProcess } from "../support/portal/portal-process.ts";
import { hireInto } from "../support/staff.ts";
import { openWriter, type Writer } from "../support/wiki/page-clients.ts";
import { putPage } from "../support/wiki/pages.ts";

const people = 20;
const edits = 25;
const kills = 3;

const linesOf = (writer: Writer) => writer.lines().filter(Boolean).sort();

it("500 edits by 20 people converge with nothing lost, while the portal is killed with -9 and started again", async () => {
  const dataDir = newDataDir();
  const { id: personId, cookie } = await hireInto(dataDir);
  const db = await openData(dataDir);
  const pageId = await putPage(db);
  await db.destroy();
  const env = { PORT: await freePort() };
  let portal = await startPortalProcess({ dataDir, env });
  const writers = Array.from({ length: people }, () => openWriter({ origin: portal.url, cookie, pageId, personId }));
  await Promise.all(writers.map(({ synced }) => synced));

  const written: string[] = [];
  const acknowledged = new Set<string>();
  for (let round = 0; round < edits; round += 1) {
    for (const [index, writer] of writers.entries()) {
      const line = `Zeile ${round} von ${index}`;
      writer.write(line);
      written.push(line);
      // What is not acknowledged for long is not counted; that all of it arrives is asked at the end.
      writer.saved().then(
        () => acknowledged.add(line),
        () => undefined,
      );
    }
    // In the middle of writing: some is stored and acknowledged, some is stored, some is on its way.
    if (round % Math.ceil(edits / kills) === 4) {
      await vi.waitUntil(() => acknowledged.size > (round - 4) * people, { timeout: 60_000, interval: 1 });
      expect(await portal.end("SIGKILL")).toBe("SIGKILL");
      await readLeft(dataDir, (sqlite) => {
        const kept = new Set(storedLines(sqlite, pageId));
        expect([...acknowledged].filter((line) => !kept.has(line))).toEqual([]);
      });
      portal = await startPortalProcess({ dataDir, env });
    }
  }
  await Promise.all(writers.map((writer) => writer.saved()));
  const first = writers[0] as Writer;
  await vi.waitFor(
    () => {
      for (const writer of writers) expect(writer.read()).toEqual(first.read());
      expect(linesOf(first)).toEqual(written.sort());
    },
    { timeout: 60_000 },
  );
  const last = first.read();
  for (const writer of writers) writer.destroy();
  expect(await portal.end("SIGTERM")).toBe(0);
  const [page] = await askData(
    dataDir,
    sql<{ json: string }>`select content_json as json from pages where id = ${pageId}`,
  );
  expect(JSON.parse(page?.json ?? "")).toEqual(last);
  rmSync(dataDir, { recursive: true });
});

it("what was stored but not yet shown when the portal died is shown when it is back", async () => {
  const dataDir = newDataDir();
  const { id: personId, cookie } = await hireInto(dataDir);
  const db = await openData(dataDir);
  const pageId = await putPage(db);
  const read = () =>
    db.selectFrom("pages").select(["contentJson", "updatedById"]).where("id", "=", pageId).executeTakeFirstOrThrow();
  let line = "";
  // Typing rests for a moment before a page is shown; a portal that was given longer by a busy machine gets more to show.
  for (let round = 1; (await read()).contentJson.includes(line); round += 1) {
    line = `Kurz vor dem Stromausfall ${round}.`;
    const portal = await startPortalProcess({ dataDir });
    const writer = openWriter({ origin: portal.url, cookie, pageId, personId });
    await writer.synced;
    writer.write(line);
    await writer.saved();
    expect(await portal.end("SIGKILL")).toBe("SIGKILL");
    writer.destroy();
  }

  const again = await startPortalProcess({ dataDir });
  await vi.waitFor(async () => expect((await read()).contentJson).toContain(line));
  expect(await again.end("SIGTERM")).toBe(0);
  expect((await read()).updatedById).toBe(personId);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

function storedLines(sqlite: Sqlite.Database, pageId: string): string[] {
  const doc = new Y.Doc();
  const state = sqlite.prepare("select state from page_states where page_id = ?").pluck().get(pageId) as Buffer;
  const updates = sqlite.prepare("select data from page_updates where page_id = ? order by number").pluck().all(pageId);
  for (const update of [state, ...(updates as Buffer[])]) Y.applyUpdate(doc, update);
  return fromYDoc(doc).content.map((block) => block.content?.map(({ text }) => text).join("") ?? "");
}
