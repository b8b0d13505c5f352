import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PlannedPage } from "../../../contract/wiki/page-transfer.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { aPng } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { checkFiles, importFiles, zipOf } from "../../support/wiki/page-transfer.ts";

let desk: FileDesk;
let jana: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  api = await desk.as(jana);
});
afterEach(() => desk.close());

const html = async (page: PlannedPage | undefined) => (await api.page.read({ id: page?.pageId as string })).html;
const tree = (pages: PlannedPage[]) => pages.map(({ title, parent }) => [title, parent]);

describe("pages of Outline", () => {
  const key = "uploads/0199aaaa-0000-4000-8000-000000000001/0199aaaa-0000-4000-8000-000000000002";

  it("come from Outline with collections, notices, links and files", async () => {
    const png = await aPng({ width: 30, height: 20 });
    const archive = zipOf({
      "Technik/Server.md": `# Server\n\n:::warning\nVorsicht\n\n:::\n\n[Umzug](./Server/Umzug.md)  ![Bild](${key}/Bild%201.png " =300x200")\n`,
      "Technik/Server/Umzug.md":
        "# Umzug\n\n[zurück](./../Server.md) [weg](./Nirgends.md)\n\n+++\nMehr\n\nDarin\n\n+++\n",
      [`Technik/${key}/Bild 1.png`]: png,
    });
    const { pages: made } = await importFiles(desk, jana, { "Export.zip": archive });
    expect(tree(made)).toEqual([
      ["Technik", null],
      ["Server", 0],
      ["Umzug", 1],
    ]);
    const [, server, move] = made;
    expect(await html(server)).toMatch(/data-callout="warning"[\s\S]*Vorsicht/);
    expect(await html(server)).toMatch(/<img [^>]*width="30"/);
    expect(await html(server)).toContain(`href="/wiki/${move?.pageId}-umzug"`);
    expect(await html(move)).toContain(`href="/wiki/${server?.pageId}-server"`);
    expect(await html(move)).toMatch(/<details><summary>Mehr<\/summary>/);
    expect(move?.warnings).toEqual(["Unbekannter Link: ./Nirgends.md"]);
  });

  it("keep icons, names that file systems refuse, nested toggles, sizes, captions, files and mentions", async () => {
    const user = "mention://0199aaaa-0000-4000-8000-00000000000a/user/0199aaaa-0000-4000-8000-00000000000b";
    const archive = zipOf({
      "A%2FB%3F/Wie%3A so.md": [
        "# 🚀 Wie: so\n",
        "++++\nAußen\n\n+++\n## Innen\n\nTief\n\n+++\n\nDanach\n\n++++\n",
        `- ![](${key}/Bild_1%20(neu).png "right-50 =120x")\n`,
        ` ![Alt](${key}/Bild\\_1%20(neu).png "Unterschrift =x80")\n`,
        `[Liste.txt 5](${key}/Liste.txt)\n`,
        `@[Jana](${user}) und @[Seite](${user.replace("user", "document")})\n`,
        "```mermaidjs\ngraph TD\n+++\n:::info\n```\n",
      ].join("\n"),
      [`A%2FB%3F/${key}/Bild_1 (neu).png`]: await aPng({ width: 400, height: 300 }),
      [`A%2FB%3F/${key}/Liste.txt`]: "Liste",
    });
    const { pages: made, unused } = await importFiles(desk, jana, { "Export.zip": archive });
    expect(tree(made)).toEqual([
      ["A/B?", null],
      ["Wie: so", 0],
    ]);
    expect([made[1]?.icon, made[1]?.warnings, unused]).toEqual(["🚀", [], 0]);
    const shown = await html(made[1]);
    expect(shown).toMatch(
      /<details><summary>Außen<\/summary>[\s\S]*<details><summary>Innen<\/summary>[\s\S]*Tief[\s\S]*<\/details>[\s\S]*Danach[\s\S]*<\/details>/,
    );
    expect(shown).toMatch(/<img [^>]*width="120"/);
    expect(shown).toContain("<figcaption>Unterschrift</figcaption>");
    expect(shown).not.toMatch(/right-50|=x80/);
    expect(shown).toMatch(/data-file-name[^>]*>Liste\.txt<\/span>/);
    expect(shown).toMatch(/@Jana und Seite/);
    expect(shown).toMatch(/data-mermaid><code>graph TD\n\+\+\+\n:::info</);
  });

  it("come from Outline's JSON with their tree, links, mentions and files", async () => {
    const uuid = (end: number) => `0199bbbb-0000-4000-8000-${String(end).padStart(12, "0")}`;
    const [first, second, gone] = [uuid(1), uuid(2), uuid(3)];
    const words = (text: string, ...marks: object[]) => ({ type: "text", text, marks });
    const block = (type: string, attrs: object | undefined, ...content: object[]) => ({ type, attrs, content });
    const lines = (...content: object[]) => block("paragraph", undefined, ...content);
    const redirect = (id: string) => `/api/attachments.redirect?id=${id}`;
    const document = (id: string, urlId: string, title: string, ...content: object[]) => ({
      id,
      urlId,
      title,
      icon: id === first ? "📘" : "academicCap",
      color: null,
      template: false,
      data: { type: "doc", content },
      createdByName: "Jana",
      parentDocumentId: id === second ? first : null,
    });
    const mentioned = (modelId: string, type: string) => ({
      type: "mention",
      attrs: { type, label: type === "user" ? "Timo" : "Zwei", modelId, id: uuid(9) },
    });
    const collection = {
      collection: {
        id: uuid(7),
        name: "Technik: alles",
        icon: "collection",
        data: { type: "doc", content: [lines(words("Über"))] },
        documentStructure: [
          {
            id: first,
            title: "Eins",
            url: "/doc/eins-AbCdEfGh12",
            children: [{ id: second, title: "Zwei", children: [] }],
          },
        ],
      },
      documents: {
        [first]: document(
          ...([first, "AbCdEfGh12", "Eins"] as const),
          block("heading", { level: 1 }, words("Kopf")),
          lines(
            words("dort", { type: "link", attrs: { href: "/doc/zwei-ZyXwVuTs98" } }),
            { type: "br" },
            words("fett", { type: "strong" }),
          ),
          lines(mentioned(second, "document"), mentioned(uuid(8), "user"), mentioned(gone, "document")),
          block("container_notice", { style: "warning" }, lines(words("Vorsicht"))),
          block("checkbox_list", undefined, block("checkbox_item", { checked: true }, lines(words("erledigt")))),
          block("container_toggle", { id: uuid(6) }, lines(words("Mehr")), lines(words("Darin"))),
          block("table", undefined, block("tr", undefined, block("th", { alignment: "right" }, lines(words("Preis"))))),
          block("code_fence", { language: "mermaidjs" }, words("graph TD")),
          block("attachment", { href: redirect(uuid(5)), title: "Liste.txt", size: 5 }),
          block("unknown_block", undefined, lines(words("Bleibt"))),
        ),
        [second]: document(
          ...([second, "ZyXwVuTs98", "Zwei"] as const),
          lines({ type: "image", attrs: { src: redirect(uuid(4)), alt: "Plan", width: 120, height: 90 } }),
          lines(words("her", { type: "link", attrs: { href: "https://wiki.example/doc/eins-AbCdEfGh12#h-kopf" } })),
          lines(words("böse", { type: "link", attrs: { href: "javascript:alert(1)" } })),
        ),
      },
      attachments: {
        [uuid(4)]: { id: uuid(4), name: "Plan.png", key: `${key}/Plan.png` },
        [uuid(5)]: { id: uuid(5), name: "Liste.txt", key: `${key}/x.txt` },
      },
    };
    const archive = zipOf({
      "metadata.json": JSON.stringify({ exportVersion: 1, version: "0.80.0", createdById: uuid(8) }),
      "Technik%3A alles.json": JSON.stringify(collection),
      [`${key}/Plan.png`]: await aPng({ width: 400, height: 300 }),
      [`${key}/x.txt`]: "Liste",
    });
    const { pages: made, unused } = await importFiles(desk, jana, { "Export.zip": archive });
    expect(tree(made)).toEqual([
      ["Technik: alles", null],
      ["Eins", 0],
      ["Zwei", 1],
    ]);
    expect(made.flatMap(({ warnings, problem }) => [...warnings, problem ?? []].flat())).toEqual([
      "Unbekannter Link: javascript:alert(1)",
    ]);
    expect([made[1]?.icon, made[2]?.icon, unused]).toEqual(["📘", null, 0]);
    expect(await html(made[0])).toContain("Über");
    const one = await html(made[1]);
    for (const part of [
      /<h2[^>]*>.*Kopf/,
      /<strong>fett<\/strong>/,
      /data-callout="warning"[\s\S]*Vorsicht/,
      /data-checked="true"/,
      /<details><summary>Mehr<\/summary>[\s\S]*Darin/,
      /<th[^>]*data-align="right"[\s\S]*Preis/,
      /data-mermaid/,
      /data-file-name[^>]*>Liste\.txt</,
      /@TimoZwei/,
      /Bleibt/,
      `href="/wiki/${made[2]?.pageId}-zwei"`,
      new RegExp(`data-mention-kind="page" data-mention-id="${made[2]?.pageId}"`),
    ])
      expect(one).toMatch(part);
    const two = await html(made[2]);
    expect(two).toMatch(/<img [^>]*alt="Plan"[^>]*width="120"/);
    expect(two).toContain(`href="/wiki/${made[1]?.pageId}-eins"`);
    expect(two).not.toContain("javascript:");
    const files = await api.attachment.list({ type: "page", id: made[1]?.pageId as string });
    expect(files.map(({ filename }) => filename)).toEqual(["Liste.txt"]);
  });
});

describe("pages of BookStack", () => {
  it("come from BookStack as its portable archive and as one page of HTML", async () => {
    const book = {
      id: 1,
      name: "Handbuch",
      description_html: "<p>Für alle</p>",
      cover: "Cov3r.png",
      chapters: [{ id: 2, name: "Kapitel", priority: 2, pages: [{ id: 3, name: "Tief", html: "<p>x</p>" }] }],
      pages: [
        {
          id: 4,
          name: "Zuerst",
          priority: 1,
          tags: [{ name: "Stand", value: "neu" }],
          html: `<p id="bkmrk-a"><a href="[[bsexport:page:3]]#bkmrk-a">tief</a></p>
            <p><img src="[[bsexport:image:77]]" alt="B"></p><p class="callout warning">Vorsicht</p>
            <p><a href="[[bsexport:attachment:12]]">Liste</a> <a href="[[bsexport:book:1]]">Buch</a></p>`,
          images: [{ id: 77, name: "Plan.png", file: "aB3dE.png", type: "gallery" }],
          attachments: [
            { id: 11, name: "Netz", order: 1, link: "https://example.com/" },
            { id: 12, name: "Preisliste", order: 2, file: "Zz9Yx.txt" },
          ],
        },
        {
          id: 5,
          name: "Geschrieben",
          priority: 3,
          html: "<p>nicht dies</p>",
          markdown: "**Markdown** ![C](<[[bsexport:image:q.png]]>) [hin]([[bsexport:chapter:2]])",
          attachments: [{ name: "x](javascript:alert(1))", link: "javascript:alert(1)" }],
        },
      ],
    };
    const archive = zipOf({
      "data.json": JSON.stringify({ instance: { version: "v26.05" }, exported_at: "2026-11-01T10:00:00Z", book }),
      "files/aB3dE.png": await aPng({ width: 30, height: 20 }),
      "files/q.png": await aPng({ width: 31, height: 20 }),
      "files/Cov3r.png": await aPng({ width: 32, height: 20 }),
      "files/Zz9Yx.txt": "Liste",
    });
    const { pages: made, unused } = await importFiles(desk, jana, { "buch.zip": archive });
    expect(tree(made)).toEqual([
      ["Handbuch", null],
      ["Zuerst", 0],
      ["Kapitel", 0],
      ["Tief", 2],
      ["Geschrieben", 0],
    ]);
    expect(unused).toBe(0);
    const first = await html(made[1]);
    expect(first).toContain(`href="/wiki/${made[3]?.pageId}-tief#bkmrk-a"`);
    expect(first).toContain(`href="/wiki/${made[0]?.pageId}-handbuch"`);
    expect(first).toMatch(/<img [^>]*alt="B"/);
    expect(first).toMatch(/data-callout="warning"[\s\S]*Vorsicht/);
    expect(first).toContain('href="https://example.com/"');
    const filesOf = async (page: PlannedPage | undefined) =>
      (await api.attachment.list({ type: "page", id: page?.pageId as string })).map(({ filename }) => filename).sort();
    expect(await filesOf(made[1])).toEqual(["Plan.png", "Preisliste.txt"]);
    expect(await filesOf(made[0])).toEqual(["Cov3r.png"]);
    const written = await html(made[4]);
    expect(written).toMatch(/<strong>Markdown<\/strong>[\s\S]*<img [^>]*alt="C"/);
    expect(written).toContain(`href="/wiki/${made[2]?.pageId}-kapitel"`);
    expect(written).not.toMatch(/nicht dies|href="javascript/);

    // Every link of such a page is written out with the address of the wiki.
    const single = `<html><head><title>Buch</title></head><body><h1 style="font-size: 4.8em">Buch</h1><div><p>Worum es geht</p></div>
      <ul class="contents"><li><a href="https://docs.example.com/#page-1">Eins</a></li></ul>
      <div class="page-break"></div><h1 id="page-1">Eins</h1><p>Text <a href="https://docs.example.com/#page-2">zwei</a></p>
      <div class="page-break"></div><h1 id="chapter-9">Kapitel</h1><div></div>
      <div class="page-break"></div><div class="chapter-hint">Kapitel</div><h1 id="page-2">Zwei</h1><p>Ende</p></body></html>`;
    const { pages: split } = await importFiles(desk, jana, { "buch.html.txt": single });
    expect(tree(split)).toEqual([
      ["Buch", null],
      ["Eins", 0],
      ["Kapitel", 0],
      ["Zwei", 2],
    ]);
    expect(await html(split[0])).toContain("Worum es geht");
    expect(await html(split[0])).not.toContain("Eins");
    expect(await html(split[1])).toContain(`href="/wiki/${split[3]?.pageId}-zwei"`);
  });

  it("come as single pages of HTML and Markdown without what BookStack writes around them", async () => {
    const page = `<!doctype html><html lang="de"><head><title>Notfall</title><style>p{}</style></head><body class="export export-format-html">
      <div class="page-content"><div dir="auto"><h1 class="break-text" id="bkmrk-page-title">Notfall</h1><div style="clear:left;"></div>
      <p id="bkmrk-zuerst">Zuerst anrufen</p><img src="data:image/png;base64,${(await aPng({ width: 20, height: 20 })).toString("base64")}" alt="Bild">
      </div><hr><div class="text-muted text-small"><div class="entity-meta"><svg></svg>Revision #3<br>Erstellt von Jana</div></div></div></body></html>`;
    const book = "# Buch\n\nWorum es geht\n\n# Kapitel\n\n# Seite\n\n## Abschnitt\n\nText";
    const { pages: made } = await importFiles(desk, jana, { "notfall.html.txt": page, "buch.md": book });
    const byTitle = (title: string) => made.find((each) => each.title === title);
    const shown = await html(byTitle("Notfall"));
    expect(shown).toMatch(/Zuerst anrufen[\s\S]*<img [^>]*alt="Bild"/);
    expect(shown).not.toMatch(/Revision|Erstellt von|<svg|<hr/);
    const text = await html(byTitle("Buch"));
    expect(text).toMatch(/Worum es geht[\s\S]*<h2[^>]*>.*Kapitel[\s\S]*<h2[^>]*>.*Seite[\s\S]*<h3[^>]*>.*Abschnitt/);
  });
});

describe("pages of Confluence", () => {
  const page = (title: string, above: [string, string][], content: string, more = "") => `<!DOCTYPE html><html><head>
    <title>Technik : ${title}</title><link rel="stylesheet" href="styles/site.css" type="text/css" /></head><body class="theme-default aui-theme-default">
    <div id="page"><div id="main" class="aui-page-panel"><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs">
    <li class="first"><span><a href="index.html">Technik</a></span></li>${above.map(([href, name]) => `<li><span><a href="${href}">${name}</a></span></li>`).join("")}
    </ol></div><h1 id="title-heading" class="pagetitle"><span id="title-text"> Technik : ${title} </span></h1></div>
    <div id="content" class="view"><div class="page-metadata">Created by <span class='author'> Jana</span></div>
    <div id="main-content" class="wiki-content group">${content}</div>${more}</div></div>
    <div id="footer" role="contentinfo"><section class="footer-body"><p>Document generated by Confluence</p></section></div></div></body></html>`;
  const section = (name: string, content: string) =>
    `<div class="pageSection group"><div class="pageSectionHeader"><h2 id="${name}" class="pageSectionTitle">${name}:</h2></div>${content}</div>`;

  it("keep the tree of their space, their order, notes, code, pictures and attachments", async () => {
    const start: [string, string] = ["Start_65591.html", "Start"];
    const index = `<html><head><title>Technik (TEC)</title></head><body><div id="main-content" class="pageSection"><table><tr><th>Key</th><td>TEC</td></tr></table></div>
      <div class="pageSection"><div class="pageSectionHeader"><h2 class="pageSectionTitle">Available Pages:</h2></div><ul><li><a href="Start_65591.html">Start</a>
      <ul><li><a href="98334.html">Über Müller &amp; Söhne</a></li><li><a href="Betrieb_98333.html">Betrieb</a><ul><li><a href="Backup_98335.html">Backup</a></li></ul></li></ul></li></ul></div></body></html>`;
    const archive = zipOf({
      "TEC/index.html": index,
      "TEC/Start_65591.html": page("Start", [], '<p>Siehe <a href="Backup_98335.html#Backup-Plan">Plan</a></p>'),
      "TEC/Betrieb_98333.html": page(
        "Betrieb",
        [start],
        '<div class="confluence-information-macro confluence-information-macro-note"><span class="aui-icon"></span><div class="confluence-information-macro-body"><p>Vorsicht</p></div></div><img src="attachments/98333/111.png?width=30" alt="Plan"><p><a href="https://x.atlassian.net/wiki/spaces/TEC/pages/98335/Backup">dort</a></p>',
        section(
          "attachments",
          '<div class="greybox"><img src="images/icons/bullet_blue.gif" alt=""/> <a href="attachments/98333/222.txt">Liste.txt</a> (text/plain)<br/></div>',
        ),
      ),
      "TEC/98334.html": page("Über Müller &amp; Söhne", [start], "<p>x</p>"),
      "TEC/Backup_98335.html": page(
        "Backup",
        [start, ["Betrieb_98333.html", "Betrieb"]],
        '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash; gutter: false">rsync -a</pre>',
        section("comments", "<p>Kommentar von Timo</p>"),
      ),
      "TEC/attachments/98333/111.png": await aPng({ width: 30, height: 20 }),
      "TEC/attachments/98333/222.txt": "Liste",
      "TEC/images/icons/bullet_blue.gif": "GIF",
      "TEC/styles/site.css": "p{}",
    });
    const { pages: made } = await importFiles(desk, jana, { "export.zip": archive });
    expect(tree(made)).toEqual([
      ["Start", null],
      ["Über Müller & Söhne", 0],
      ["Betrieb", 0],
      ["Backup", 2],
    ]);
    expect(made.flatMap(({ warnings, problem }) => [...warnings, problem ?? []].flat())).toEqual([]);
    expect(await html(made[0])).toContain(`href="/wiki/${made[3]?.pageId}-backup#Backup-Plan"`);
    const operation = await html(made[2]);
    expect(operation).toMatch(/data-callout="warning"[\s\S]*Vorsicht/);
    expect(operation).toMatch(/<img [^>]*alt="Plan"/);
    expect(operation).toContain(`href="/wiki/${made[3]?.pageId}-backup"`);
    expect(operation).not.toMatch(/Created by|generated by|attachments:/);
    const files = await api.attachment.list({ type: "page", id: made[2]?.pageId as string });
    expect(files.map(({ filename }) => filename).sort()).toEqual(["111.png", "Liste.txt"]);
    const backup = await html(made[3]);
    expect(backup).toMatch(/<pre data-language="bash"[^>]*><code>.*rsync/);
    expect(backup).not.toContain("Kommentar von Timo");
  });
});

describe("pages of a documentation", () => {
  it("lead to each other from the root of their site, and what cannot be read is named", async () => {
    const archive = zipOf({
      "website/docs/guide/install.md":
        "# Installieren\n\n[Start](/docs/intro/) ![Logo](/img/logo.png) [weg](/docs/nirgends) [zwei](/guide/setup#a)",
      "website/docs/intro/index.md": "# Einführung\n\n[hin](/guide/install.html)",
      "website/docs/guide/setup.md": "# Einrichten",
      "website/docs/alt/setup.md": "# Früher",
      "website/docs/start.mdx": "# Start\n\n<Tabs />",
      "website/static/img/logo.png": await aPng({ width: 20, height: 20 }),
      "website/.obsidian/app.json": "{}",
      "website/.github/README.md": "# Nein",
    });
    const checked = await checkFiles(desk, jana, { "docs.zip": archive });
    expect(checked.leftOut).toEqual(["website/docs/start.mdx", "website/.github/README.md", "website/.obsidian/"]);
    expect(checked.unused).toBe(3);
    const { pages: made } = await importFiles(desk, jana, { "docs.zip": archive });
    const byTitle = (title: string) => made.find((each) => each.title === title);
    const install = await html(byTitle("Installieren"));
    expect(install).toContain(`href="/wiki/${byTitle("Einführung")?.pageId}-einfuehrung"`);
    expect(install).toContain(`href="/wiki/${byTitle("Einrichten")?.pageId}-einrichten#a"`);
    expect(install).toMatch(/<img [^>]*alt="Logo"/);
    expect(byTitle("Installieren")?.warnings).toEqual(["Unbekannter Link: /docs/nirgends"]);
    expect(await html(byTitle("Einführung"))).toContain(`href="/wiki/${byTitle("Installieren")?.pageId}-installieren"`);
  });
});
