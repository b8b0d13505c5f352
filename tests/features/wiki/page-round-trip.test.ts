import { afterEach, beforeEach, expect, it } from "vitest";
import type { DocumentJson, DocumentNode } from "../../../contract/document/json.ts";
import { slugOf } from "../../../contract/document/slug.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { aPng } from "../../support/browser/pictures.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createRecord } from "../../support/records/records.ts";
import { randomDocument } from "../../support/wiki/documents.ts";
import { exported, importFiles } from "../../support/wiki/page-transfer.ts";
import { createPage, documentOf, mention, paragraph, textNode } from "../../support/wiki/wiki.ts";

let desk: FileDesk;
let jana: Person;
let api: Api;

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen", email: "jana@agentur.example", role: "admin" });
  api = await desk.as(jana);
});
afterEach(() => desk.close());

const pageCount = 30;

interface Told {
  title: string;
  below: Told[];
  [name: string]: unknown;
}

/** Everything that a tree of pages says, with its pages and files named by what they are instead of by their ids. */
async function tell(rootId: string, names: Map<string, string>): Promise<Told> {
  const { row, children } = await api.page.read({ id: rootId });
  const { document } = await api.page.content({ id: rootId });
  names.set(rootId, row.title);
  const below: Told[] = [];
  for (const child of children) below.push(await tell(child.id, names));
  const attachments = await api.attachment.list({ type: "page", id: rootId });
  for (const { key, filename } of attachments) names.set(key, `file ${filename}`);
  const { icon, status, visibility, reviewEveryMonths, tags, responsibleUserId, isTemplate } = row.values;
  const values = { icon, status, visibility, reviewEveryMonths, tags, responsibleUserId, isTemplate };
  return { title: row.title, values, document, files: attachments.map(({ filename }) => filename).sort(), below };
}

function named(told: Told, names: Map<string, string>): string {
  let text = JSON.stringify(told, undefined, 1);
  for (const [id, name] of names) text = text.replaceAll(id, `{${name}}`);
  return text;
}

it("an export that is imported again is the same tree of pages, but for the ids", async () => {
  const tag = await createRecord(api, "tag", { name: "Größe & Länge" });
  const customer = await createRecord(api, "customer");
  const picture = await desk.upload(jana, "Übersicht (neu).png", await aPng({ width: 40, height: 30 }));
  const pictures = [picture, await desk.upload(jana, "a_b*c~[1] & 50% #2.png", await aPng({ width: 41, height: 30 }))];
  const file = await desk.upload(jana, "Vertrag #1.txt", new TextEncoder().encode("Vertrag"), { purpose: "file" });
  const hanging = await desk.upload(jana, "Notiz.md", new TextEncoder().encode("# Notiz"), { purpose: "file" });

  const ids: string[] = [];
  for (let index = 0; index < pageCount; index++) {
    const titles = ["Server: Umzug?", "Größe/Länge", "dateien", "index", "  # Titel --- x"];
    const title = index < titles.length ? (titles[index] ?? "") : `Seite ${index % 4}`;
    const page = await createPage(
      api,
      {
        title,
        icon: index % 3 ? "📘" : null,
        status: (["draft", "published", "outdated"] as const)[index % 3] ?? "draft",
        visibility: index === 7 ? "private" : index === 9 ? "maintainers" : "team",
        reviewEveryMonths: index % 5 || null,
        tags: index % 2 ? [tag.id] : [],
      },
      index === 0 ? null : (ids[Math.floor((index - 1) / 3)] ?? null),
    );
    ids.push(page.id);
  }
  const titleOf = async (id: string) => (await api.page.get({ id })).title;
  // A file hangs on the page that shows it first, and an import reads from the top down.
  for (const index of topDown(0)) {
    const id = ids[index] as string;
    const other = ids[(index * 7 + 5) % pageCount] as string;
    const title = await titleOf(other);
    const href = `/wiki/${other}-${slugOf(title)}#abschnitt-x`;
    const linked: DocumentNode = { ...textNode("weiter"), marks: [{ type: "link", attrs: { href } }] };
    const customerTitle = (await api.customer.get({ id: customer.id })).title;
    const own: DocumentNode[] = [
      paragraph("Siehe ", linked, " und ", mention("page", other, title), " von ", mention("user", jana.id, jana.name)),
      paragraph(mention("customer", customer.id, customerTitle)),
    ];
    if (index === 2) {
      own.push({ type: "image", attrs: { key: picture.key, alt: "Über | sicht", width: 30, caption: "„Bild“" } });
      own.push({
        type: "file",
        attrs: { key: file.key, name: file.filename, size: file.size, mimeType: "text/plain" },
      });
    }
    const target = { page: { id: other, label: "" }, user: { id: jana.id, label: jana.name } };
    const known = { ...target, other: { id: customer.id, label: customerTitle }, pictures, file, href };
    const document = documentOf(...own, ...withKnown(randomDocument(index + 1), known).content);
    await desk.services.pageRooms.edit(id, jana.id, () => document);
  }
  await api.attachment.attach({ type: "page", id: ids[4] as string, key: hanging.key });

  const root = ids[0] as string;
  const names = new Map<string, string>();
  const before = named(await tell(root, names), names);
  const archive = await exported(desk, jana, root);

  const result = await importFiles(desk, jana, { "Export.zip": archive });
  expect(result).toMatchObject({ state: "finished", problem: null, done: pageCount });
  expect(result.pages.filter((page) => page.problem !== null || page.pageId === null)).toEqual([]);
  expect(result.pages.flatMap((page) => page.warnings)).toEqual([]);
  const copies = new Map<string, string>();
  const after = named(await tell(result.pages[0]?.pageId as string, copies), copies);
  expect(after).toEqual(before);
  expect(copies.size).toBe(names.size);
});

const topDown = (index: number): number[] =>
  index < pageCount ? [index, ...[1, 2, 3].flatMap((child) => topDown(3 * index + child))] : [];

interface Known {
  page: { id: string; label: string };
  user: { id: string; label: string };
  other: { id: string; label: string };
  pictures: { key: string }[];
  file: { key: string; filename: string };
  href: string;
}

/** Generated documents with people, records, pictures and files that there are in place of what leads nowhere. */
function withKnown(document: DocumentJson, known: Known): DocumentJson {
  let count = 0;
  const visit = (node: DocumentNode): DocumentNode => {
    const { kind } = node.attrs ?? {};
    const marks = node.marks?.map((mark) =>
      mark.type === "link" && String(mark.attrs?.href).startsWith("/wiki")
        ? { ...mark, attrs: { href: known.href } }
        : mark,
    );
    const kept = { ...node, ...(marks && { marks }), ...(node.content && { content: node.content.map(visit) }) };
    if (node.type === "image") return { ...kept, attrs: { ...node.attrs, key: known.pictures[count++ % 2]?.key } };
    if (node.type === "file")
      return {
        ...kept,
        attrs: { ...node.attrs, key: known.file.key, name: known.file.filename, mimeType: "text/plain" },
      };
    if (node.type !== "mention") return kept;
    if (kind === "page") return { ...kept, attrs: { kind, ...known.page } };
    return { ...kept, attrs: kind === "user" ? { kind, ...known.user } : { kind: "customer", ...known.other } };
  };
  return visit(document) as DocumentJson;
}
