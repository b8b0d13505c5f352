import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import type { MimeType, UploadTicket } from "../../contract/files/files.ts";
import { newToken } from "../auth/tokens.ts";
import type { Environment } from "../env.ts";
import { forbidden, notFound } from "../problem.ts";
import { type Archives, openArchives, removeLeftDrafts } from "./archives.ts";
import { type ImageVariants, openVariants } from "./image-variants.ts";
import { openStore } from "./open-store.ts";
import { receiveForm } from "./receive-form.ts";
import type { FileStore } from "./store.ts";
import { readFields, type UploadPolicy } from "./upload-policy.ts";
import { type VerifiedFile, verifyFile } from "./verify-file.ts";

/** Everything the portal does with the bytes of files; who may do it and when is the feature's to say. */
export interface Uploads {
  /** Where files lie on this host, whole or on their way to the store. */
  folder: string;
  store: FileStore;
  variants: ImageVariants;
  archives: Archives;
  newKey(): string;
  issueTicket(policy: UploadPolicy): Promise<UploadTicket>;
  /** Streams a posted form to disk once `admit` has let its policy pass; throws a Problem and leaves nothing. */
  receive(
    request: IncomingMessage,
    admit: (policy: UploadPolicy) => Promise<void>,
  ): Promise<{ key: string; path: string }>;
  /** Makes a streamed file the received bytes of its key, unless `claim` throws; then it leaves nothing. */
  accept(key: string, path: string, claim: () => Promise<void>): Promise<void>;
  /** Checks received bytes against what was announced; images come back re-encoded. Throws a Problem. */
  verify(receivedPath: string, announced: MimeType): Promise<VerifiedFile>;
  /** Stores a copy of a file that the portal itself brings along, under a new key. */
  adopt(from: string, mimeType: MimeType): Promise<{ key: string; size: number; mimeType: MimeType }>;
  /** Removes whatever there is of a file: its bytes in every stage, and images made of it. */
  remove(key: string): Promise<void>;
  /** Takes a file out of sight without losing its bytes. */
  setAside(key: string): Promise<void>;
}

/** Opens the store that the environment names and clears what a crash left half-written. */
export async function openUploads(
  env: Pick<Environment, "dataDir" | "s3">,
  { signingKey }: { signingKey: string },
): Promise<Uploads> {
  const folder = path.join(env.dataDir, "uploads");
  const workFolder = path.join(folder, "work");
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const store = await openStore(env, signingKey);
  const variants = await openVariants(path.join(env.dataDir, "cache/images"), store);
  const exports = path.join(env.dataDir, "exports");
  if (store.shared) await removeLeftDrafts(exports);
  const archives = openArchives(exports, store.shared);

  return {
    folder,
    store,
    variants,
    archives,
    newKey: newToken,
    issueTicket: (policy) => store.issueTicket(policy),
    async receive(request, admit) {
      if (!store.receive) throw notFound();
      let key = "";
      const { path } = await receiveForm(request, workFolder, async (fields) => {
        const policy = readFields(fields, signingKey);
        if (!policy) throw forbidden("Datei: Die Angaben zum Upload sind ungültig.");
        await admit(policy);
        key = policy.key;
        return policy;
      });
      return { key, path };
    },
    async accept(key, path, claim) {
      try {
        await claim();
        await store.receive?.(key, path);
      } finally {
        await rm(path, { force: true });
      }
    },
    verify: (receivedPath, announced) => verifyFile(receivedPath, announced, workFolder),
    async adopt(from, mimeType) {
      const key = newToken();
      const copy = path.join(workFolder, key);
      await copyFile(from, copy);
      const { size } = await stat(copy);
      await store.keep(key, { path: copy, size, mimeType });
      return { key, size, mimeType };
    },
    async remove(key) {
      await variants.remove(key);
      await store.remove(key);
    },
    async setAside(key) {
      await variants.remove(key);
      await store.setAside(key);
    },
  };
}
