import { unzipSync, zipSync } from "fflate";
import type { PageImport } from "../../../contract/wiki/page-transfer.ts";
import { drainPageImports } from "../../../server/features/wiki/transfer/import-work.ts";
import type { Person } from "../../../server/trpc/context.ts";
import type { FileDesk } from "../file-desk.ts";

const encoder = new TextEncoder();

/** An archive of these texts and bytes. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const packed = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === "string" ? encoder.encode(content) : content,
  ]);
  return zipSync(Object.fromEntries(packed));
}

/** What an export holds, by path; texts and files alike as text. */
export function unzip(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, content]) => [path, new TextDecoder().decode(content)]),
  );
}

/** Uploads files and waits for what the portal makes of them. */
export async function checkFiles(desk: FileDesk, person: Person, files: Record<string, Uint8Array | string>) {
  const keys: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    keys.push((await desk.upload(person, name, bytes, { purpose: "file" })).key);
  }
  const api = await desk.as(person);
  const { id } = await api.pageTransfer.check({ keys });
  await drainPageImports(desk.services);
  return api.pageTransfer.get({ id });
}

/** Takes files into the wiki from first to last. */
export async function importFiles(
  desk: FileDesk,
  person: Person,
  files: Record<string, Uint8Array | string>,
  parentId: string | null = null,
): Promise<PageImport> {
  const { id } = await checkFiles(desk, person, files);
  const api = await desk.as(person);
  await api.pageTransfer.run({ id, parentId });
  await drainPageImports(desk.services);
  return api.pageTransfer.get({ id });
}

/** The archive that an export gives. */
export async function exported(desk: FileDesk, person: Person, id: string, format = "zip"): Promise<Uint8Array> {
  const answer = await desk.get(person, `/api/export/wiki/${id}.${format}`);
  if (!answer.ok) throw new Error(`refused with ${answer.status}: ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}
