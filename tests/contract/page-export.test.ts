import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { escapeHtml } from "../../contract/document/html.ts";
import { unpackChromium } from "../../server/browser/unpack-chromium.ts";
import type { Api } from "../../server/features/router.ts";
import { printPdf } from "../../server/features/wiki/formats/print-pdf.ts";
import { readWordsApart } from "../../server/features/wiki/formats/transfer-thread.ts";
import { zipStream } from "../../server/features/wiki/formats/zip-stream.ts";
import type { PageBelow } from "../../server/features/wiki/hierarchy/position.ts";
import { markdownFiles } from "../../server/features/wiki/transfer/export-markdown.ts";
import { writePrintable } from "../../server/features/wiki/transfer/export-pdf.ts";
import { openPageExport } from "../../server/features/wiki/transfer/exported-pages.ts";
import type { Person } from "../../server/trpc/context.ts";
import { aPng } from "../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../support/file-desk.ts";
import { temporaryFolder } from "../support/temporary-folders.ts";
import { exported, importFiles, unzip } from "../support/wiki/page-transfer.ts";
import { createPage, mention, paragraph, textNode, write } from "../support/wiki/wiki.ts";

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

  it("of the whole wiki is all that the person may read, in the order of the tree", async () => {
    const handbook = await createPage(api, { title: "Handbuch" });
    await createPage(api, { title: "Anfang" }, handbook.id);
    const secret = await createPage(api, { title: "Gehälter", visibility: "maintainers" });
    await createPage(api, { title: "Liste der Löhne" }, secret.id);
    const gone = await createPage(api, { title: "Weg" });
    await createPage(api, { title: "Mit weg" }, gone.id);
    await api.page.trash({ id: gone.id });
    const private_ = await createPage(await desk.as(jana), { title: "Notizen", visibility: "private" });
    const namesFor = async (person: Person) => Object.keys(unzip(await exported(desk, person, "all"))).sort();
    expect(await namesFor(jana)).toEqual(["Handbuch.md", "Handbuch/Anfang.md", "Notizen.md"]);
    const admins = ["Gehälter.md", "Gehälter/Liste der Löhne.md", "Handbuch.md", "Handbuch/Anfang.md"];
    expect(await namesFor(timo)).toEqual(admins);
    const answer = await get(timo, "all", "html.zip");
    expect(answer.headers.get("content-disposition")).toContain('filename="Wiki (HTML) 2026-11-20.zip"');
    const index = unzip(new Uint8Array(await answer.arrayBuffer()))["index.html"] ?? "";
    expect(index).toMatch(/Handbuch[\s\S]*Anfang[\s\S]*Gehälter[\s\S]*Liste der Löhne/);
    expect(index).not.toContain(private_.id);
    expect((await get(await desk.hire({ role: "readonly" }), "all")).status).toBe(403);
    expect((await get(undefined, "all")).status).toBe(401);
  });

  it("of selected pages is those alone, without what is not for the person", async () => {
    const handbook = await createPage(api, { title: "Handbuch" });
    const start = await createPage(api, { title: "Anfang" }, handbook.id);
    await createPage(api, { title: "Mitte" }, handbook.id);
    const secret = await createPage(api, { title: "Gehälter", visibility: "maintainers" });
    const select = (person: Person, ids: string[]) =>
      desk.get(person, "/api/export/wiki/selected.zip", {
        method: "POST",
        body: new URLSearchParams({ ids: ids.join() }),
      });
    const both = await select(jana, [start.id, secret.id, handbook.id]);
    expect(both.headers.get("content-disposition")).toContain("Wiki-Auswahl 2026-11-20.zip".replaceAll(" ", "%20"));
    expect(Object.keys(unzip(new Uint8Array(await both.arrayBuffer()))).sort()).toEqual([
      "Handbuch.md",
      "Handbuch/Anfang.md",
    ]);
    const one = await select(jana, [start.id]);
    expect(one.headers.get("content-disposition")).toContain("Anfang%202026-11-20.zip");
    expect(Object.keys(unzip(new Uint8Array(await one.arrayBuffer())))).toEqual(["Anfang.md"]);
    for (const ids of [[], [secret.id], ["nirgends"]]) expect((await select(jana, ids)).status).toBe(404);
    const many = Array.from({ length: 501 }, (_, index) => `s-${index}`);
    expect((await select(jana, many)).status).toBe(413);
  });

  it("is made while it is read, and lets everybody else in between two pages", async () => {
    const { id } = await createPage(api, { title: "Viele" });
    for (let count = 0; count < 40; count++) await createPage(api, { title: `Seite ${count}` }, id);
    const ctx = await desk.contextOf(timo);
    const pages = await openPageExport({ ...ctx, person: timo }, { scope: { kind: "all" }, format: "zip" });
    let read = 0;
    const counted = { ...pages, read: (page: PageBelow) => pages.read(page).finally(() => (read += 1)) };
    const chunks = zipStream(markdownFiles(desk.services.uploads, counted), new Date());
    await chunks.next();
    expect(read).toBeLessThan(3);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    for await (const _ of chunks);
    isOver = true;
    expect(read).toBe(41);
    expect(turns).toBeGreaterThanOrEqual(38);
  });

  it("as PDF is refused with a sentence where there is no browser, which is told before", async () => {
    const bare = await openFileDesk({ browserPath: "/nirgends/chromium" });
    const person = await bare.hire({ role: "admin" });
    const page = await createPage(await bare.as(person), { title: "Plan" });
    const formats = await bare.get(person, "/api/export/wiki/formats");
    expect(await formats.json()).toEqual({ pdf: false });
    expect((await bare.get(undefined, "/api/export/wiki/formats")).status).toBe(401);
    const answer = await bare.get(person, `/api/export/wiki/${page.id}.pdf`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { message: expect.any(String) }]);
    expect((await desk.get(timo, "/api/export/wiki/formats").then((found) => found.json())).pdf).toBe(true);
    await bare.close();
  });

  it("as PDF of a hostile page loads nothing and runs nothing", async () => {
    let connections = 0;
    const stranger = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const { port } = stranger.address() as AddressInfo;
    const from = (name: string) => `http://127.0.0.1:${port}/${name}`;
    const run = `document.body.append("GELAUFEN");fetch("${from("fetch")}");new Image().src="${from("image")}"`;
    const inside = `<img src="${from("inside")}"><script>parent.${run}</script>`;
    const html = `<!doctype html><html><head><title>Plan</title><base href="${from("base/")}">
      <meta http-equiv="refresh" content="0;url=${from("refresh")}">
      <link rel="stylesheet" href="${from("style.css")}"><link rel="icon" href="${from("icon.png")}">
      <link rel="preload" as="image" href="${from("preload.png")}"><link rel="prefetch" href="${from("prefetch")}">
      <link rel="preconnect" href="${from("")}"><link rel="dns-prefetch" href="${from("")}">
      <style>@import "${from("import.css")}";@font-face{font-family:f;src:url(${from("font")})}
        body{background:url(${from("background.png")});font-family:f}</style>
      <script>${run}</script><script src="${from("script.js")}"></script><script type="module" src="${from("module.js")}"></script>
      </head><body onload='${run}'><p>Das darf stehen</p><noscript>OHNE SKRIPTE</noscript>
      <a href="${from("link")}" ping="${from("ping")}">Link</a><img src="${from("img.png")}" srcset="${from("2x.png")} 2x">
      <img src="//127.0.0.1:${port}/relative"><img src="x" onerror='${run}'><video autoplay poster="${from("poster")}" src="${from("video")}"></video>
      <iframe src="${from("iframe")}"></iframe><iframe srcdoc='${inside}'></iframe><iframe src='data:text/html,${inside}'></iframe>
      <object data="${from("object")}"></object><embed src="${from("embed")}"><svg><image href="${from("svg")}"/><use href="${from("use#a")}"/></svg>
      <iframe src="file:///etc/passwd" width="900" height="900"></iframe><object data="file:///etc/passwd"></object><embed src="file:///etc/passwd">
      <iframe src="view-source:file:///etc/passwd"></iframe><a href="javascript:${escapeHtml(run)}" autofocus>x</a></body></html>`;
    // What the portal itself prints of such a page leads nowhere but by links that somebody clicks.
    const { pages } = await importFiles(desk, jana, { "Plan.html.txt": html });
    const all = await desk
      .contextOf(jana)
      .then((ctx) => openPageExport({ ...ctx, person: jana }, { scope: { kind: "all" }, format: "pdf" }));
    const printed = await writePrintable(desk.services, all);
    expect(pages.map(({ problem }) => problem)).toEqual([null]);
    expect(printed).toContain("Das darf stehen");
    expect(printed.replaceAll(/<a [^>]*href="http[^"]*"[^>]*>[^<]*<\/a>/g, "")).not.toMatch(
      /127\.0\.0\.1|<script|<iframe|file:|javascript:/i,
    );
    // And should such a page get that far as it is, the browser that prints it neither loads nor runs anything.
    const title = `<img src="${from("title")}"><script>${run}</script>`;
    const pdf = await printPdf({ html, title }, { chromiumPath: undefined, folders: "" });
    const words = await readWordsApart(pdf, "application/pdf");
    expect(words).toContain("Das darf stehen");
    expect(words).toContain("OHNE SKRIPTE");
    expect(words.replaceAll(title, "")).not.toMatch(/GELAUFEN|root:/);
    expect(connections).toBe(0);
    await new Promise((resolve) => stranger.close(resolve));
  });

  it("is printed also where the sandbox ends the browser at its first page", async () => {
    const real = await unpackChromium();
    const program = path.join(temporaryFolder("program"), "chromium");
    const without = `case " $* " in *" --no-sandbox "*) exec ${real?.executable} "$@" ;; esac`;
    const within = `exec ${real?.executable} --no-sandbox --no-zygote --renderer-cmd-prefix=/bin/false "$@"`;
    const script = ["#!/bin/sh", `export LD_LIBRARY_PATH=${real?.libraries}`, without, within].join("\n");
    writeFileSync(program, script, { mode: 0o755 });
    const pdf = await printPdf({ html: "<p>Das steht da</p>", title: "Titel" }, { chromiumPath: program, folders: "" });
    expect(await readWordsApart(pdf, "application/pdf")).toContain("Das steht da");
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
  });
});
