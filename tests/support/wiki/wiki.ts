import type { DocumentJson, DocumentNode } from "../../../contract/document/json.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import type { Office } from "../office.ts";

let count = 0;

/** Creates a page below another one or at the top. */
export async function createPage(api: Api, body: RecordBody = {}, parentId: string | null = null) {
  count += 1;
  return api.page.create({ body: { title: `Seite ${count}`, ...body }, parentId });
}

export const textNode = (text: string): DocumentNode => ({ type: "text", text });
export const paragraph = (...content: (string | DocumentNode)[]): DocumentNode => ({
  type: "paragraph",
  content: content.map((each) => (typeof each === "string" ? textNode(each) : each)),
});
export const heading = (text: string, level = 2): DocumentNode => ({
  type: "heading",
  attrs: { level },
  content: [textNode(text)],
});
export const mention = (kind: string, id: string, label = "alter Name"): DocumentNode => ({
  type: "mention",
  attrs: { kind, id, label },
});
export const documentOf = (...content: DocumentNode[]): DocumentJson => ({ type: "doc", content });

/** Writes a page's content as a person does in the editor; returns the number of the revision. */
export async function write({ services }: Office, person: Person, pageId: string, ...content: DocumentNode[]) {
  const { version } = await services.pageRooms.edit(pageId, person.id, () => documentOf(...content));
  return version as number;
}
