import { textOf } from "../../../contract/records/read-value.ts";
import { isReadable } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { findChat } from "../chats/access.ts";
import { canSeeComment } from "../feedback/policy.ts";
import { mayReadFile } from "../files/readable-file.ts";
import { findTask } from "../tasks/access.ts";
import type { Guard } from "./personal-data.ts";

type Row = Record<string, unknown>;
type Asking = Pick<PersonContext, "db" | "person">;

/**
 * What of these rows may be told to who asks: data about a person is no way around what pages, chats and notes are kept
 * from them, be they an admin or the person themself.
 */
export async function tellable(ctx: Asking, about: string, guard: Guard | undefined, rows: Row[]): Promise<Row[]> {
  if (!guard) return rows;
  if (guard.about === "self") return about === ctx.person.id ? rows : [];
  const known = new Map<unknown, boolean>();
  const told: Row[] = [];
  for (const row of rows) {
    const value = row[guard.column];
    if (!known.has(value)) known.set(value, await mayKnow(ctx, about, guard.about, value));
    if (known.get(value)) told.push(row);
  }
  return told;
}

async function mayKnow(
  { db, person }: Asking,
  about: string,
  kind: Exclude<Guard["about"], "self">,
  value: unknown,
): Promise<boolean> {
  if (kind === "comment") return canSeeComment(person, { internal: value === 0 ? 0 : 1 });
  if (kind === "file") return mayReadFile(db, person, { owner: textOf(value) || null, createdById: about });
  if (kind === "page") return isReadable(db, { type: "page", id: textOf(value) }, person);
  if (kind === "task") return isThere(findTask(db, person, textOf(value)));
  return isThere(findChat(db, person, textOf(value)));
}

const isThere = (found: Promise<unknown>) =>
  found.then(
    () => true,
    () => false,
  );
