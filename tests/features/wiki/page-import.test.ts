import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { UnreadableFile } from "../../../server/features/wiki/formats/limits.ts";
import { readZip } from "../../../server/features/wiki/formats/read-zip.ts";
import { readPagesApart } from "../../../server/features/wiki/formats/transfer-thread.ts";
import { drainPageImports, resumePageImports } from "../../../server/features/wiki/transfer/import-work.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { aPng } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { expectRefusal } from "../../support/records/refusals.ts";
import { aDocx } from "../../support/wiki/office-files.ts";
import { checkFiles, importFiles, zipOf } from "../../support/wiki/page-transfer.ts";
import { createPage, paragraph, write } from "../../support/wiki/wiki.ts";

let desk: FileDesk;
let jana: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  api = await desk.as(jana);
});
afterEach(() => desk.close());

const pages = () => desk.services.db.selectFrom("pages").select(["id", "title", "parentId"]).execute();
const html = async (id: string | null | undefined) => (await api.page.read({ id: id as string })).html;

describe("an import is refused", () => {
  it("to strangers, readers, and with files or imports of others", async () => {
    const file = await desk.upload(jana, "a.md", new TextEncoder().encode("# A"), { purpose: "file" });
    const stranger = await desk.as();
    const reader = await desk.as(await desk.hire({ role: "readonly" }));
    const other = await desk.as(await desk.hire({ name: "Timo" }));
    await expect(stranger.pageTransfer.check({ keys: [file.key] })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(reader.pageTransfer.check({ keys: [file.key] })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(other.pageTransfer.check({ keys: [file.key] })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { fields: { keys: expect.anything() } },
    });
    const { id } = await checkFiles(desk, jana, { "b.md": "# B" });
    for (const step of ["get", "run", "resume", "undo"] as const)
      await expect(other.pageTransfer[step]({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await pages()).toEqual([]);
  });

  it("below a page that is not for the person, and twice", async () => {
    const admin = await desk.as(await desk.hire({ role: "admin", name: "Timo" }));
    const secret = await createPage(admin, { visibility: "maintainers" });
    const { id } = await checkFiles(desk, jana, { "b.md": "# B" });
    await expect(api.pageTransfer.run({ id, parentId: secret.id })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { fields: { parentId: expect.anything() } },
    });
    await expectRefusal(api.pageTransfer.undo({ id }), "CONFLICT");
    await api.pageTransfer.run({ id, parentId: null });
    await expectRefusal(api.pageTransfer.run({ id, parentId: null }), "CONFLICT");
    await drainPageImports(desk.services);
    await expectRefusal(api.pageTransfer.resume({ id }), "CONFLICT");
    expect(await pages()).toHaveLength(2);
  });

  it("of archives that lead out of themselves, lie about their size or hold no page", async () => {
    for (const path of ["../../etc/passwd.md", "/etc/passwd.md", "a/../../b.md", "C:\\x.md"]) {
      const { state, problem } = await checkFiles(desk, jana, { "x.zip": zipOf({ [path]: "# X", "ok.md": "# Ok" }) });
      expect([path, state, problem]).toEqual([path, "failed", expect.stringContaining("herausführen")]);
    }
    const bomb = zipOf({ "bombe.md": new Uint8Array(30_000_000) });
    expect(() => readZip(bomb, { unpackedBytes: 1_000_000 })).toThrow(UnreadableFile);
    const lying = Buffer.from(bomb);
    for (let at = lying.indexOf("PK\x01\x02"); at >= 0; at = lying.indexOf("PK\x01\x02", at + 1))
      lying.writeUInt32LE(100, at + 24);
    expect(() => readZip(lying)[0]?.bytes()).toThrow(UnreadableFile);
    const none = await checkFiles(desk, jana, { "x.zip": zipOf({ "bild.png": "x" }) });
    expect(none).toMatchObject({ state: "failed", problem: expect.stringContaining("keine Seite") });
  });
});

describe("hostile and broken files", () => {
  it("do nothing but stand in the report, and the rest goes on", async () => {
    const endless = `${"_a_".repeat(120_000)}\n`;
    const found: (string | null)[] = [];
    const given = [
      { name: "1.md", bytes: new TextEncoder().encode("# Eins") },
      { name: "2.md", bytes: new TextEncoder().encode(endless) },
      { name: "3.md", bytes: new TextEncoder().encode("# Drei") },
    ];
    const steps = { opened: () => {}, page: (step: { problem: string | null }) => void found.push(step.problem) };
    await readPagesApart(given, steps, { isDry: true, patience: 5000 });
    expect(found).toEqual([null, "Das Lesen dauert zu lange.", null]);
  });

  it("leave nothing behind that runs", async () => {
    const vectors = `<h1>Titel</h1><script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)></svg>
      <a href="javascript:alert(1)">a</a><iframe src="https://x.example"></iframe><p onclick=alert(1)>Text</p>`;
    const result = await importFiles(desk, jana, {
      "x.html.txt": vectors,
      "y.md": `---\ntitle: "<img src=x onerror=alert(1)>"\n---\n${vectors}\n\n[b](javascript:alert(1)) ![c](data:text/html,x)`,
    });
    expect(result.names).toEqual(["x.html", "y.md"]);
    expect(result.pages[0]?.warnings.join()).toContain("Skripte");
    for (const { pageId } of result.pages) {
      const shown = await html(pageId);
      expect(shown).toContain("Text");
      expect(shown).not.toMatch(/<(script|svg|iframe)|<[^>]*\son\w+=|href="javascript/i);
    }
  });

  it("of Word keep the words of links that run or open files, and no picture from elsewhere", async () => {
    const file = path.join(desk.dataDir, "passwd.png");
    await writeFile(file, await aPng({ width: 7, height: 7 }));
    const targets = [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      " javascript:alert(1)",
      "java\tscript:alert(1)",
      "vbscript:msgbox(1)",
      "data:text/html,<script>alert(1)</script>",
      "file:///etc/passwd",
      "FILE://server/share/x.exe",
      "\\\\server\\share\\x.exe",
      "//fremd.example/x",
      "ms-word:ofe|u|https://fremd.example/x.docx",
      pathToFileURL(file).href,
    ].map((target, index) => ({ words: `Böse ${index}`, target }));
    const good = { words: "Gut", target: "https://example.com/gut" };
    const document = aDocx(await aPng({ width: 60, height: 40 }), {
      links: [...targets, good],
      fields: [...targets, good],
      linkedPicture: pathToFileURL(file).href,
    });
    const { pages: made } = await importFiles(desk, jana, { "Brief.docx": document });
    const shown = await html(made[0]?.pageId);
    for (const { words } of targets) expect(shown.split(words).length).toBeGreaterThanOrEqual(3);
    const hrefs = [...shown.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs.filter((href) => !href?.startsWith("#"))).toEqual([good.target, good.target]);
    expect(shown.match(/<img /g)).toHaveLength(1);
    expect(shown).not.toMatch(/javascript:|vbscript:|file:|passwd/i);
  });

  it("never open what was for few to more", async () => {
    const result = await importFiles(desk, jana, { "x.md": "---\nvisibility: maintainers\n---\nGeheim" });
    expect((await api.page.get({ id: result.pages[0]?.pageId as string })).values.visibility).toBe("private");
    expect(result.pages[0]?.warnings.join()).toContain("nur für dich");
  });
});

describe("an import that is cut off", () => {
  it("goes on by itself where it was, with no page and no file twice", async () => {
    const picture = await aPng({ width: 30, height: 20 });
    const texts = Array.from({ length: 150 }, (_, index) => [
      `S/Seite ${index}.md`,
      `# Seite ${index}\n\n![Bild](b.png) [weiter](./Seite%20${(index + 1) % 150}.md)`,
    ]);
    const { id } = await checkFiles(desk, jana, {
      "x.zip": zipOf({ ...Object.fromEntries(texts), "S/b.png": picture }),
    });
    await api.pageTransfer.run({ id, parentId: null });
    const done = async () => (await api.pageTransfer.get({ id })).done;
    await expect.poll(done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(2);
    await drainPageImports(desk.services, { stop: true });
    const cut = await api.pageTransfer.get({ id });
    expect(cut.state).toBe("running");
    expect(cut.pages.filter(({ pageId }) => pageId !== null)).toHaveLength(cut.done);
    expect(cut.done).toBeLessThan(151);
    await expectRefusal(api.pageTransfer.undo({ id }), "CONFLICT");
    await drainPageImports(desk.services);
    await resumePageImports(desk.services);
    await drainPageImports(desk.services);
    const result = await api.pageTransfer.get({ id });
    expect(result).toMatchObject({ state: "finished", problem: null, rest: 0, done: 151 });
    expect((await pages()).map(({ title }) => title).sort()).toEqual(
      ["S", ...texts.map((_, n) => `Seite ${n}`)].sort(),
    );
    for (const [index, page] of result.pages.slice(1).entries())
      expect(await html(page.pageId)).toContain(`href="/wiki/${result.pages[1 + ((index + 1) % 150)]?.pageId}-seite-`);
    const pictures = desk.services.db.selectFrom("files").select("key").where("mimeType", "=", "image/png");
    expect(await pictures.execute()).toHaveLength(1);
    expect(await desk.services.db.selectFrom("pageImportOutcomes").selectAll().execute()).toEqual([]);
  });

  it("waits to be continued where its files are gone, and is taken back as far as it came", async () => {
    const { id } = await checkFiles(desk, jana, { "x.zip": zipOf({ "A.md": "# A", "B.md": "# B" }) });
    const { filesJson } = await desk.services.db
      .selectFrom("pageImports")
      .select("filesJson")
      .executeTakeFirstOrThrow();
    const [{ key }] = JSON.parse(filesJson);
    await expectRefusal(api.pageTransfer.resume({ id }), "CONFLICT");
    await drainPageImports(desk.services, { stop: true });
    await api.pageTransfer.run({ id, parentId: null });
    await drainPageImports(desk.services);
    const other = await desk.as(await desk.hire({ name: "Timo" }));
    await expect(other.pageTransfer.resume({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const bytes = await buffer((await desk.services.uploads.store.read(key)) as Readable);
    await desk.services.uploads.remove(key);
    await resumePageImports(desk.services);
    await drainPageImports(desk.services);
    const broken = await api.pageTransfer.get({ id });
    expect(broken).toMatchObject({ state: "aborted", rest: 2, problem: expect.any(String) });
    const again = await desk.upload(jana, "x.zip", bytes, { purpose: "file" });
    await desk.services.db
      .updateTable("pageImports")
      .set({ filesJson: filesJson.replace(key, again.key) })
      .execute();
    await api.pageTransfer.resume({ id });
    await drainPageImports(desk.services);
    expect(await api.pageTransfer.get({ id })).toMatchObject({ state: "finished", rest: 0, problem: null });
    await api.pageTransfer.undo({ id });
    expect((await api.pageTransfer.get({ id })).undo).toEqual({ trashed: 2, kept: 0 });
  });

  it("is aborted with a sentence when who began it is locked in the middle, and goes on once they are not", async () => {
    const texts = Array.from({ length: 150 }, (_, index) => [`Seite ${index}.md`, `# Seite ${index}`]);
    const { id } = await checkFiles(desk, jana, { "x.zip": zipOf(Object.fromEntries(texts)) });
    await api.pageTransfer.run({ id, parentId: null });
    const { db } = desk.services;
    const state = () => db.selectFrom("pageImports").select(["state", "problem"]).executeTakeFirstOrThrow();
    await expect.poll(async () => (await pages()).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(2);
    const lock = (at: string | null) => db.updateTable("users").set({ deactivatedAt: at }).where("id", "=", jana.id);
    await lock(desk.services.now().toISOString()).execute();
    await drainPageImports(desk.services);
    expect(await state()).toEqual({
      state: "aborted",
      problem: expect.any(String),
    });
    const made = (await pages()).length;
    expect(made).toBeLessThan(150);
    await lock(null).execute();
    expect(await api.pageTransfer.get({ id })).toMatchObject({ done: made, rest: 150 - made });
    await api.pageTransfer.resume({ id });
    await drainPageImports(desk.services);
    expect(await api.pageTransfer.get({ id })).toMatchObject({ state: "finished", problem: null, rest: 0, done: 150 });
    expect(await pages()).toHaveLength(150);
  });

  it("ends with a sentence when who began it may not import any more, and its undo is finished later", async () => {
    const { id } = await checkFiles(desk, jana, { "a.md": "# A" });
    await drainPageImports(desk.services, { stop: true });
    await api.pageTransfer.run({ id, parentId: null });
    await desk.services.db.updateTable("users").set({ role: "readonly" }).where("id", "=", jana.id).execute();
    await drainPageImports(desk.services);
    await resumePageImports(desk.services);
    await drainPageImports(desk.services);
    const row = () => desk.services.db.selectFrom("pageImports").selectAll().executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({
      state: "aborted",
      problem: expect.any(String),
    });
    expect(await pages()).toEqual([]);
    await desk.services.db.updateTable("users").set({ role: "member" }).where("id", "=", jana.id).execute();
    await api.pageTransfer.resume({ id });
    await drainPageImports(desk.services);
    await drainPageImports(desk.services, { stop: true });
    await api.pageTransfer.undo({ id });
    expect(await row()).toMatchObject({ state: "undone", undoJson: null });
    await drainPageImports(desk.services);
    await resumePageImports(desk.services);
    await drainPageImports(desk.services);
    expect(await row()).toMatchObject({ undoJson: '{"trashed":1,"kept":0}' });
  });
});

it("an import is taken back but for what others have changed or put below", async () => {
  const archive = zipOf({ "A.md": "# A", "A/B.md": "# B\n\nText", "C.md": "# C", "D.md": "# D" });
  const result = await importFiles(desk, jana, { "x.zip": archive });
  const idOf = (title: string) => result.pages.find((page) => page.title === title)?.pageId as string;
  await write(desk, jana, idOf("C"), paragraph("geändert"));
  await createPage(api, { title: "Neu" }, idOf("D"));
  await api.pageTransfer.undo({ id: result.id });
  expect(await api.pageTransfer.get({ id: result.id })).toMatchObject({
    state: "undone",
    undo: { trashed: 2, kept: 2 },
  });
  const left = await desk.services.db.selectFrom("pages").select("title").where("archivedAt", "is", null).execute();
  expect(left.map(({ title }) => title).sort()).toEqual(["C", "D", "Neu"]);
  await expectRefusal(api.pageTransfer.undo({ id: result.id }), "CONFLICT");
});
