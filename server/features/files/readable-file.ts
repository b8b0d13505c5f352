import type { Db } from "../../db/connection.ts";
import { isReadable, type Reader, recordOwning } from "../../records/readable.ts";

import { mayReadMessage } from "../chats/access.ts";
import { fileOwner } from "../chats/messages.ts";

/**
 * Whether a person may look at a file: whoever may read what it belongs to. What belongs to nothing yet, or is there to
 * be imported, is its sender's alone; so are pictures of addresses that somebody looks into, but for admins.
 */
export async function mayReadFile(
  db: Db,
  reader: Reader,
  { owner, createdById }: { owner: string | null; createdById: string },
): Promise<boolean> {
  if (owner === null || owner.startsWith("import:")) return createdById === reader.id;
  if (owner.startsWith("discovery:")) return createdById === reader.id || reader.role === "admin";
  if (owner.startsWith(fileOwner(""))) return mayReadMessage(db, reader, owner.slice(fileOwner("").length));
  // Pictures of a website are no attachments of it, but whoever may read it sees them.
  const record = recordOwning(owner.replace(/^preview:/, ""));
  return record === undefined || isReadable(db, record, reader);
}
