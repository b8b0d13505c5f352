import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { Db } from "../../../server/db/connection.ts";
import { temporaryFolder } from "../temporary-folders.ts";

const root = path.resolve(import.meta.dirname, "../../..");
/** All that a portal runs from, but for the packages. */
const parts = ["app", "build", "contract", "integrations", "migrations", "server", "package.json", "soketi.json"];

/** A version of the portal, as it lies in a folder. */
export interface Program {
  folder: string;
  version: string;
}

/** The version that is tested. */
export const thisProgram: Program = {
  folder: root,
  version: parseOwnJson<{ version: string }>(readFileSync(path.join(root, "package.json"), "utf8")).version,
};

const expanding = `export const kind = "expand";
export const up = (db) =>
  db.schema
    .alterTable("customers")
    .addColumn("made_by", "text", (column) => column.notNull().defaultTo("${thisProgram.version}"))
    .execute();
`;

/** The next version: it adds a column to customers, and writes there by which version each was made. */
export function makeNextProgram(): Program {
  const next = copyOf(thisProgram, "98.0.0");
  writeFileSync(path.join(next.folder, "migrations/9998-note-who-made-customers.ts"), expanding);
  replaceIn(
    path.join(next.folder, "server/features/customers/store.ts"),
    'further: { columns: ["logoKey"], of: async () => ({ logoKey: null }) }',
    `further: { columns: ["logoKey", "madeBy"], of: async () => ({ logoKey: null, madeBy: "${next.version}" }) }`,
  );
  return next;
}

const contracting = `export const kind = "contract";
export const up = (db) =>
  db.schema
    .alterTable("customers")
    .alterColumn("made_by", (column) => column.dropDefault())
    .execute();
`;

/** The version after the next one: without the default of the column, the one before the next could make no customer. */
export function makeProgramAfter(next: Program): Program {
  const after = copyOf(next, "99.0.0");
  writeFileSync(path.join(after.folder, "migrations/9999-insist-on-who-made-customers.ts"), contracting);
  return after;
}

/** How many customers each version has made, once there is a next one. */
export async function countMade(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ madeBy: string; count: number }>`
    select made_by, count(*) as count from customers group by made_by`.execute(db);
  return Object.fromEntries(rows.map(({ madeBy, count }) => [madeBy, count]));
}

function copyOf(program: Program, version: string): Program {
  const folder = temporaryFolder("program");
  for (const part of parts) link(path.join(program.folder, part), path.join(folder, part));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  replaceIn(path.join(folder, "package.json"), `"version": "${program.version}"`, `"version": "${version}"`);
  return { folder, version };
}

function link(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    mkdirSync(to);
    for (const name of readdirSync(from)) link(path.join(from, name), path.join(to, name));
    return;
  }
  try {
    linkSync(from, to);
  } catch {
    // It lies on another disk, or belongs to somebody else.
    copyFileSync(from, to);
  }
}

function replaceIn(file: string, former: string, next: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.includes(former)) throw new Error(`${file} does not hold what the next version changes: ${former}`);
  // Written to as it is, a link would change what it was linked to.
  rmSync(file);
  writeFileSync(file, text.replace(former, next));
}
