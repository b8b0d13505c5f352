import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isImportOnly, mimeTypeOf } from "../../contract/files/files.ts";
import type { ImportSettings, ImportType, ImportView } from "../../contract/imports/imports.ts";
import { newToken } from "../../server/auth/tokens.ts";
import { drainImports } from "../../server/features/imports/runs.ts";
import type { Person } from "../../server/trpc/context.ts";
import type { Office } from "./office.ts";

const files = path.join(import.meta.dirname, "import-files");

/** A file of tests/support/import-files. */
export const importFile = (name: string) => readFileSync(path.join(files, name));

/** Puts a confirmed file of a person into the store, as the three steps of an upload would. */
export async function storeFile(
  office: Office,
  person: Person,
  filename: string,
  bytes: Buffer | string,
): Promise<string> {
  const { db, uploads, now } = office.services;
  const key = newToken();
  const local = path.join(office.dataDir, `${key}.upload`);
  writeFileSync(local, bytes);
  const mimeType = mimeTypeOf(filename, "import");
  if (!mimeType) throw new Error(`no such type: ${filename}`);
  const size = Buffer.byteLength(bytes);
  await uploads.store.keep(key, { path: local, size, mimeType });
  const at = now().toISOString();
  await db
    .insertInto("files")
    .values({
      key,
      filename,
      mimeType,
      size,
      width: null,
      height: null,
      purpose: isImportOnly(mimeType) ? "import" : "file",
      createdById: person.id,
      createdAt: at,
      receivedAt: at,
      checkedAt: at,
      confirmedAt: at,
      owner: null,
    })
    .execute();
  return key;
}

interface Given {
  type: ImportType;
  filename?: string;
  bytes: Buffer | string;
  /** Differs from what is proposed. */
  settings?: Partial<ImportSettings>;
}

/** An import of a file as far as its draft. */
export async function openDraft(office: Office, person: Person, { type, filename = "liste.csv", bytes }: Given) {
  const api = await office.as(person);
  const fileKey = await storeFile(office, person, filename, bytes);
  const { id } = await api.import.create({ type, fileKey });
  return { api, id, draft: await api.import.get({ id }) };
}

/** An import of a file as far as its dry run. */
export async function checkFile(office: Office, person: Person, given: Given) {
  const { api, id, draft } = await openDraft(office, person, given);
  await api.import.check({ id, settings: { ...draft.settings, ...given.settings } });
  await drainImports(office.services);
  return { api, id, draft, checked: await api.import.get({ id }) };
}

/** An import of a file, run to its end. */
export async function importAll(office: Office, person: Person, given: Given) {
  const { api, id, draft, checked } = await checkFile(office, person, given);
  if (checked.state !== "checked") throw new Error(`the dry run ended as ${checked.state}: ${checked.problem}`);
  await api.import.start({ id });
  await drainImports(office.services);
  const view: ImportView = await api.import.get({ id });
  return { api, id, draft, checked, view };
}
