import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWordsApart } from "../../server/transfer/transfer-thread.ts";
import type { Person } from "../../server/trpc/context.ts";
import type { Api } from "../../server/trpc/router.ts";
import { type FileDesk, openFileDesk } from "../support/file-desk.ts";
import { exported, unzip } from "../support/page-transfer.ts";
import { aPng } from "../support/pictures.ts";
import { createPage, mention, paragraph, textNode, write } from "../support/wiki.ts";

let desk: FileDesk;
let timo: Person;
let jana: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  timo = await desk.hire({ name: "Timo Brandt", role: "admin" });
  jana = await desk.hire({ name: "Jana Petersen" });
  api = await desk.as(timo);
});
afterEach(() => desk.close());

const get = (person: Person | undefined, id: string, format = "zip") =>
  desk.get(person, `/api/export/wiki/${id}.${format}`);

describe("an export is refused", () => {
  it("to strangers and readers, and where there is no page for the person", async () => {
    const page = await createPage(api, { title: "Offen" });
    const secret = await createPage(api, { title: "Gehälter", visibility: "maintainers" });
    const reader = await desk.hire({ role: "readonly" });
    for (const format of ["zip", "html.zip", "pdf"]) {
      expect((await get(undefined, page.id, format)).status).toBe(401);
      expect((await get(reader, page.id, format)).status).toBe(403);
      expect((await get(jana, secret.id, format)).status).toBe(404);
      expect((await get(jana, "nirgends", format)).status).toBe(404);
    }
    for (const format of ["docx", "zip.zip", ""]) expect((await get(timo, page.id, format)).status).toBe(404);
    expect(
      await desk.services.db.selectFrom("changes").where("kind", "=", "page.exported").selectAll().execute(),
    ).toEqual([]);
  });
});

describe("an export", () => {
  it("holds nothing of what is not for the person: no page, name, address or file", async () => {
    const root = await createPage(api, { title: "Technik" });
    const secret = await createPage(api, { title: "Gehälter", visibility: "maintainers" }, root.id);
    const below = await createPage(api, { title: "Liste der Löhne" }, secret.id);
    const trashed = await createPage(api, { title: "Weggeworfen" }, root.id);
    await api.page.trash({ id: trashed.id });
    const picture = await desk.upload(timo, "lohn-zettel.png", await aPng({ width: 20, height: 10 }));
    await write(desk, timo, below.id, {
      type: "image",
      attrs: { key: picture.key, alt: "", width: null, caption: "" },
    });
    const href = `/wiki/${secret.id}-gehaelter`;
    await write(
      desk,
      timo,
      root.id,
      paragraph(mention("page", below.id, "Liste der Löhne"), {
        ...textNode("hier"),
        marks: [{ type: "link", attrs: { href } }],
      }),
      { type: "image", attrs: { key: picture.key, alt: "Bild", width: null, caption: "" } },
    );
    for (const format of ["zip", "html.zip"]) {
      const files = unzip(await exported(desk, jana, root.id, format));
      const all = JSON.stringify(files);
      for (const word of ["Gehälter", "gehaelter", "Löhne", "lohn-zettel", "Weggeworfen"])
        expect(all).not.toContain(word);
      expect(all).toContain("Wiki-Seite");
      expect(Object.keys(files).filter((path) => path.startsWith("dateien"))).toEqual([]);
    }
    const own = unzip(await exported(desk, timo, root.id));
    expect(Object.keys(own).sort()).toEqual([
      "Technik.md",
      "Technik/Gehälter.md",
      "Technik/Gehälter/Liste der Löhne.md",
      "dateien/lohn-zettel.png",
    ]);
  });

  it("is named after its page, leaves a trace, and by itself leaves out what lies below", async () => {
    const page = await createPage(api, { title: "Größe/Länge" });
    await createPage(api, { title: "Darunter" }, page.id);
    const answer = await desk.get(jana, `/api/export/wiki/${page.id}.zip?alone=1`);
    expect(answer.headers.get("content-disposition")).toContain(encodeURIComponent("Größe Länge 2026-11-20.zip"));
    expect(Object.keys(unzip(new Uint8Array(await answer.arrayBuffer())))).toEqual(["Größe Länge.md"]);
    const changes = desk.services.db.selectFrom("changes").selectAll().where("kind", "=", "page.exported");
    expect(await changes.execute()).toMatchObject([
      { subjectId: page.id, actorId: jana.id, afterJson: JSON.stringify({ format: "zip", pages: 1 }) },
    ]);
  });

  it("as HTML leads from page to page and to its files without the portal", async () => {
    const root = await createPage(api, { title: "Handbuch" });
    const child = await createPage(api, { title: "Über <uns> & Co" }, root.id);
    const file = await desk.upload(timo, "Über.txt", new TextEncoder().encode("x"), { purpose: "file" });
    const picture = await desk.upload(timo, "Bild.png", await aPng({ width: 20, height: 10 }));
    await write(
      desk,
      timo,
      child.id,
      paragraph(mention("page", root.id, "Handbuch")),
      { type: "file", attrs: { key: file.key, name: "Über.txt", size: 1, mimeType: "text/plain" } },
      { type: "image", attrs: { key: picture.key, alt: "Bild", width: null, caption: "" } },
    );
    const files = unzip(await exported(desk, timo, root.id, "html.zip"));
    const html = files["Handbuch/Über uns Co.html"] ?? "";
    expect(html).toContain("<h1>Über &lt;uns&gt; &amp; Co</h1>");
    expect(html).toContain('href="../Handbuch.html"');
    expect(html).toContain(`href="../dateien/${encodeURIComponent("Über")}.txt"`);
    expect(html).toContain('src="../dateien/Bild.png"');
    expect(html).not.toMatch(/<script|loading="lazy"|\/api\/file/);
    expect(files["index.html"]).toContain(`href="Handbuch/${encodeURIComponent("Über uns Co")}.html"`);
    expect(files["style.css"]).toContain("body");
  });

  it("as PDF says what the pages say, with their numbers", async () => {
    const root = await createPage(api, { title: "Notfallplan" });
    const child = await createPage(api, { title: "Wen anrufen" }, root.id);
    await write(desk, timo, child.id, paragraph("Zuerst die Rufbereitschaft"));
    const answer = await get(timo, root.id, "pdf");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const words = await readWordsApart(new Uint8Array(await answer.arrayBuffer()), "application/pdf");
    for (const part of ["Notfallplan", "Wen anrufen", "Zuerst die Rufbereitschaft", "Seite 2 von 2"])
      expect(words).toContain(part);
  }, 60_000);
});
