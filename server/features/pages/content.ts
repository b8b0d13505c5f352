import type { DocumentJson } from "../../../contract/document/json.ts";
import { notFound } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";

/** Makes a document the content of a page. Throws not_found. */
export async function saveContent(
  { db, now }: Pick<Services, "db" | "now">,
  { pageId, document }: { pageId: string; document: DocumentJson; editorIds: readonly string[] },
): Promise<{ version: number }> {
  const page = await db
    .updateTable("pages")
    .set({ contentJson: JSON.stringify(document), updatedAt: now().toISOString() })
    .where("id", "=", pageId)
    .returning("version")
    .executeTakeFirst();
  if (!page) throw notFound();
  return page;
}
