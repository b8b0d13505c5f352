import { rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import * as Y from "yjs";
import { fromYDoc } from "../../server/document/yjs.ts";
import { openMortalPortal } from "../support/portal/mortal-portal.ts";
import { openData } from "../support/portal/open-data.ts";
import { newDataDir } from "../support/portal/portal-process.ts";
import { hireInto } from "../support/staff.ts";
import { putPage } from "../support/wiki/pages.ts";

const kills = 4;

it("a page's content that was sent under a key is written once, however the portal dies over it", async () => {
  const dataDir = newDataDir();
  const { cookie } = await hireInto(dataDir);
  const db = await openData(dataDir);
  const pageId = await putPage(db);
  const lastUpdate = db.selectFrom("pageUpdates").select((eb) => eb.fn.max("number").as("number"));

  const key = () => `key-${portal.kills}`;
  const text = () => `Fassung ${portal.kills} des Skripts`;
  const outcomes: boolean[] = [];
  /** Either the text is stored and its key says so, or neither. */
  const portal = await openMortalPortal(dataDir, (sqlite) => {
    const asked = sqlite
      .prepare("select state from api_requests where idempotency_key = ?")
      .pluck()
      .get(`key-${portal.kills - 1}`);
    const isStored = storedText(sqlite, pageId).includes(`Fassung ${portal.kills - 1} `);
    expect([isStored, asked === "done" || asked === "answered"]).toEqual([isStored, isStored]);
    outcomes.push(isStored);
  });
  const client = portal.client(cookie);
  const { token } = await client.apiToken.create.mutate({
    name: "Skript",
    scopes: ["wiki:write", "wiki:read"],
    days: 30,
  });
  const put = async (markdown: string, idempotencyKey?: string) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
    };
    const body = JSON.stringify({ markdown });
    const answer = await fetch(`${portal.url}/api/v1/pages/${pageId}/content`, { method: "PUT", headers, body });
    return { status: answer.status, body: await answer.text() };
  };

  for (let round = 0; round < kills; round += 1) {
    const [sent, sentKey] = [text(), key()];
    const before = await lastUpdate.executeTakeFirst();
    const answered = put(sent, sentKey).catch(() => undefined);
    // The edit has just been stored; what follows, up to the answer, the portal does not get to.
    while ((await lastUpdate.executeTakeFirst())?.number === before?.number) await new Promise(setImmediate);
    await portal.kill();
    await answered;
    await client.page.tree.query({});

    const after = `Ein Mensch war schneller ${round}`;
    expect(await put(after)).toMatchObject({ status: 200 });
    const again = await put(sent, sentKey);
    if (again.status === 409) expect(again.body).toContain("already_done");
    else expect(again.status).toBe(200);
    const page = db.selectFrom("pages").select("contentText").where("id", "=", pageId);
    const { contentText } = await page.executeTakeFirstOrThrow();
    expect(contentText).toContain(after);
    expect(contentText).not.toContain(sent);
  }
  expect(outcomes).toEqual(Array.from({ length: kills }, () => true));
  await db.destroy();
  await portal.stop();
  rmSync(dataDir, { recursive: true });
});

function storedText(sqlite: Sqlite.Database, pageId: string): string {
  const doc = new Y.Doc();
  const state = sqlite.prepare("select state from page_states where page_id = ?").pluck().get(pageId) as Buffer;
  const updates = sqlite.prepare("select data from page_updates where page_id = ? order by number").pluck().all(pageId);
  for (const update of [state, ...(updates as Buffer[])]) Y.applyUpdate(doc, update);
  return JSON.stringify(fromYDoc(doc));
}
