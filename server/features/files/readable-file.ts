import type { Db } from "../../db/connection.ts";
import { isReadable, type Reader, recordOwning } from "../../records/readable.ts";

import { mayReadMessage } from "../chats/access.ts";
import { fileOwner } from "../chats/messages.ts";

/**
 * Whether a person may look at a file: whoever may read what it belongs to. What belongs to nothing yet, or is there to
 * be imported, is its sender's alone.
 */
export async function mayReadFile(
  db: Db,
  reader: Reader,
  { owner, createdById }: { owner: string | null; createdById: string },
): Promise<boolean> {
  if (owner === null || owner.startsWith("import:")) return createdById === reader.id;
  if (owner.startsWith(fileOwner(""))) return mayReadMessage(db, reader, owner.slice(fileOwner("").length));
  const record = recordOwning(owner);
  return record === undefined || isReadable(db, record, reader);
}
