import { afterEach, beforeEach, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { readAttachmentTexts } from "../../../server/features/wiki/transfer/attachment-texts.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { aPdf } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { zipOf } from "../../support/wiki/page-transfer.ts";
import { createPage, write } from "../../support/wiki/wiki.ts";

let desk: FileDesk;
let jana: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen", role: "admin" });
  api = await desk.as(jana);
});
afterEach(() => desk.close());

const hits = async (query: string) => (await api.page.search({ query })).hits.map(({ id }) => id);
const upload = (name: string, content: string | Uint8Array) =>
  desk.upload(jana, name, typeof content === "string" ? new TextEncoder().encode(content) : content, {
    purpose: "file",
  });

/** A document of Word with these words. */
function docxOf(words: string): Uint8Array {
  const types = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  return zipOf({
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}"/></Types>`,
    "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
  });
}

/** A PDF of one line, with the offsets that readers look for. */
function pdfOf(words: string): Uint8Array {
  const stream = `BT /F1 12 Tf 72 720 Td (${words}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${offsets.join("")}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

it("finds a page by the words of what hangs on it, until it hangs there no more", async () => {
  const page = await createPage(api, { title: "Verträge" });
  const files = [
    await upload("Wartung.docx", docxOf("Wartungsfenster Mittwoch")),
    await upload("Angebot.pdf", pdfOf("Rufbereitschaft Wochenende")),
    await upload("Notiz.txt", "Schlüsselkasten im Keller"),
    await upload("Plan.md", "# Brandschutz"),
  ];
  for (const { key } of files) await api.attachment.attach({ type: "page", id: page.id, key });
  await readAttachmentTexts(desk.services);
  for (const word of ["Wartungsfenster", "Rufbereitschaft", "Schlüsselkasten", "Brandschutz", "schutz"])
    expect(await hits(word), word).toEqual([page.id]);
  expect((await api.page.search({ query: "Brandschutz" })).hits[0]?.in).toBe("attachment");

  await api.attachment.detach({ type: "page", id: page.id, key: files[2]?.key as string });
  await readAttachmentTexts(desk.services);
  expect(await hits("Schlüsselkasten")).toEqual([]);
  expect(await hits("Wartungsfenster")).toEqual([page.id]);
});

it("finds a page by a file in its text, and nobody by one of a page that is not for all", async () => {
  const secret = await createPage(api, { title: "Geheim", visibility: "maintainers" });
  const open = await createPage(api, { title: "Offen" });
  const { key } = await upload("Liste.txt", "Gehaltsliste");
  const file = { type: "file", attrs: { key, name: "Liste.txt", size: 12, mimeType: "text/plain" } };
  await write(desk, jana, secret.id, file);
  await write(desk, jana, open.id, file);
  await readAttachmentTexts(desk.services);
  expect(await hits("Gehaltsliste")).toEqual([secret.id]);
  const member = await desk.as(await desk.hire({ name: "Timo" }));
  expect((await member.page.search({ query: "Gehaltsliste" })).hits).toEqual([]);
  await api.page.setVisibility({ id: secret.id, visibility: "team" });
  await readAttachmentTexts(desk.services);
  expect((await hits("Gehaltsliste")).sort()).toEqual([secret.id, open.id].sort());
});

it("tries a file that cannot be read twice, and leaves everything else as it is", async () => {
  const page = await createPage(api);
  const { key } = await upload("Kaputt.pdf", aPdf);
  const broken = await upload(
    "Kaputt.docx",
    zipOf({ "[Content_Types].xml": "x", "word/document.xml": "kaputt" }),
  ).catch(() => undefined);
  for (const each of [key, broken?.key])
    if (each) await api.attachment.attach({ type: "page", id: page.id, key: each });
  await readAttachmentTexts(desk.services);
  await readAttachmentTexts(desk.services);
  const rows = await desk.services.db.selectFrom("fileWords").select(["tries", "isRead", "words"]).execute();
  expect(rows.every(({ words }) => words === "")).toBe(true);
  expect(rows.every(({ tries, isRead }) => tries === (isRead ? 1 : 2))).toBe(true);
});
