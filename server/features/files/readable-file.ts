import type { Db } from "../../db/connection.ts";
import { isReadable, type Reader, recordOwning } from "../../records/readable.ts";

import { mayReadMessage } from "../chats/access.ts";
import { fileOwner } from "../chats/messages.ts";

/** Whether a person may look at a file: whoever may read what it belongs to, and until it belongs to something only its sender. */
export async function mayReadFile(
  db: Db,
  reader: Reader,
  { owner, createdById }: { owner: string | null; createdById: string },
): Promise<boolean> {
  if (owner === null) return createdById === reader.id;
  if (owner.startsWith(fileOwner(""))) return mayReadMessage(db, reader, owner.slice(fileOwner("").length));
  const record = recordOwning(owner);
  return record === undefined || isReadable(db, record, reader);
}
