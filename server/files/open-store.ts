import path from "node:path";
import type { Environment } from "../env.ts";
import { openLocalStore } from "./local-store.ts";
import { openS3Store } from "./s3-store.ts";
import type { FileStore } from "./store.ts";

/** Opens where uploads lie, beside a portal that may be running: what it has under way stays as it is. */
export function openStore(
  { dataDir, s3 }: Pick<Environment, "dataDir" | "s3">,
  signingKey: string,
): Promise<FileStore> {
  const folder = path.join(dataDir, "uploads");
  return s3 ? openS3Store(s3, path.join(folder, "work")) : openLocalStore(folder, signingKey);
}
