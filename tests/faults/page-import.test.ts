import { rmSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { aPng } from "../support/browser/pictures.ts";
import { toForm } from "../support/file-desk.ts";
import { readLeft } from "../support/portal/left-data.ts";
import { openMortalPortal } from "../support/portal/mortal-portal.ts";
import { newDataDir } from "../support/portal/portal-process.ts";
import { hireInto } from "../support/staff.ts";
import { zipOf } from "../support/wiki/page-transfer.ts";

const pageCount = 400;
const killsWanted = 3;
/** Each answer lists all pages, and takes the time in which some could be written. */
const waiting = { timeout: 300_000, interval: 100 };

it("kill -9 in the middle of an import makes no page twice: it goes on by itself where it was", async () => {
  const dataDir = newDataDir();
  const { cookie } = await hireInto(dataDir);
  const left: number[] = [];
  const portal = await openMortalPortal(dataDir, (sqlite) => {
    left.push(Number(sqlite.prepare("select count(*) from page_import_outcomes").pluck().get()));
    const made = sqlite.prepare("select count(*) from pages").pluck().get();
    expect(made).toBe(left.at(-1));
  });
  const client = portal.client(cookie);

  const texts = Array.from({ length: pageCount }, (_, index) => [
    `Handbuch ${index % 7}/Seite ${index}.md`,
    `# Seite ${index}\n\n![Plan](../plan.png) [weiter](../Handbuch%20${(index + 1) % 7}/Seite%20${index + 1}.md)\n`,
  ]);
  const archive = zipOf({ ...Object.fromEntries(texts), "plan.png": await aPng({ width: 40, height: 30 }) });
  const file = { filename: "Wiki.zip", mimeType: "application/zip", size: archive.length } as const;
  const ticket = await client.file.createUpload.mutate({ ...file, purpose: "file" });
  const sent = await fetch(new URL(ticket.url, portal.url), {
    method: "POST",
    headers: { cookie },
    body: toForm(ticket.fields, archive),
  });
  expect(sent.ok).toBe(true);
  await client.file.confirmUpload.mutate({ ...file, key: ticket.fields.key });
  const { id } = await client.pageTransfer.check.mutate({ keys: [ticket.fields.key] });
  const state = () => portal.insist(() => client.pageTransfer.get.query({ id }));
  await vi.waitFor(async () => expect((await state()).state).toBe("checked"), waiting);
  await client.pageTransfer.run.mutate({ id, parentId: null });

  for (let kill = 1; kill <= killsWanted; kill += 1) {
    const next = (kill * pageCount) / 8;
    await vi.waitFor(async () => expect((await state()).done).toBeGreaterThan(next), waiting);
    await portal.kill();
  }
  await vi.waitFor(async () => expect((await state()).state).toBe("finished"), waiting);
  const { pages, problem, rest } = await state();
  expect({ problem, rest }).toEqual({ problem: null, rest: 0 });
  expect(pages.filter(({ pageId }) => pageId === null)).toEqual([]);
  await portal.stop();

  expect(left).toHaveLength(killsWanted);
  expect(left.filter((count) => count >= pageCount)).toEqual([]);
  await readLeft(dataDir, (sqlite) => {
    const titles = sqlite.prepare("select title from pages where title like 'Seite %' order by title").pluck().all();
    expect(titles).toEqual(texts.map((_, index) => `Seite ${index}`).sort());
    expect(sqlite.prepare("select count(*) from pages").pluck().get()).toBe(pages.length);
    expect(sqlite.prepare("select count(*) from files where owner like 'page:%'").pluck().get()).toBe(1);
  });
  rmSync(dataDir, { recursive: true });
});
