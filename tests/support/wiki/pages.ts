import { type DocumentJson, emptyDocument } from "../../../contract/document/json.ts";
import type { Db } from "../../../server/db/connection.ts";
import { newId } from "../../../server/db/new-id.ts";
import { createPageState } from "../../../server/features/wiki/collab/room-store.ts";

interface PageDetails {
  title?: string;
  document?: DocumentJson;
  maintainersOnly?: 0 | 1;
  privateToId?: string;
  archivedAt?: string;
}

/** Puts a page into a database; returns its id. */
export async function putPage(db: Db, details: PageDetails = {}): Promise<string> {
  const { title = "Server-Umzug ohne Ausfall", document = emptyDocument(), ...rest } = details;
  const id = newId();
  const now = new Date();
  const at = now.toISOString();
  await db
    .insertInto("pages")
    .values({
      id,
      title,
      sortTitle: title.toLowerCase(),
      createdAt: at,
      updatedAt: at,
      status: "published",
      visibility: "team",
      position: id,
      contentJson: JSON.stringify(document),
      contentText: "",
      archivedAt: null,
      ...rest,
    })
    .execute();
  await createPageState(db, id, document, now);
  return id;
}

/** A document of paragraphs, one for each line. */
export function documentOf(...lines: string[]): DocumentJson {
  return {
    type: "doc",
    content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
  };
}
