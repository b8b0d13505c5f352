import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { SharedFiles } from "./store.ts";

/** Archives that somebody fetches for a while, each under the id of what was exported. */
export interface Archives {
  /** A path at which the archive may be written before it is kept. */
  draft(id: string): Promise<string>;
  /** Takes the draft to where archives are fetched from; returns its size. */
  keep(id: string): Promise<number>;
  removeDraft(id: string): Promise<void>;
  /** Undefined when there is none. */
  open(id: string): Promise<{ size: number; read(): Promise<Readable> } | undefined>;
  /** Removes an archive; an absent one is fine. */
  remove(id: string): Promise<void>;
  /** Removes what nodes that died had begun to keep before that moment. */
  removeUnfinished(before: Date): Promise<void>;
}

const prefix = "exports/";

/** Archives in a folder of this host, or in the store that all nodes have. */
export function openArchives(folder: string, shared: SharedFiles | undefined): Archives {
  const fileOf = (id: string) => path.join(folder, `${id}.zip`);
  const nameOf = (id: string) => `${prefix}${id}.zip`;
  const draftOf = (id: string) => `${fileOf(id)}.part`;
  return {
    async draft(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return draftOf(id);
    },
    async keep(id) {
      const { size } = await stat(draftOf(id));
      if (!shared) await rename(draftOf(id), fileOf(id));
      else {
        await shared.put(nameOf(id), { path: draftOf(id), size });
        await rm(draftOf(id), { force: true });
      }
      return size;
    },
    removeDraft: (id) => rm(draftOf(id), { force: true }),
    async open(id) {
      if (shared) return shared.find(nameOf(id));
      const found = await stat(fileOf(id)).catch(() => undefined);
      return found && { size: found.size, read: async () => createReadStream(fileOf(id)) };
    },
    async remove(id) {
      await shared?.drop(nameOf(id));
      await rm(fileOf(id), { force: true });
    },
    removeUnfinished: async (before) => shared?.dropUnfinished(prefix, before),
  };
}

/** Removes what a node that died was writing: where the store is shared, another one begins anew. */
export async function removeLeftDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.endsWith(".part")) await rm(path.join(folder, name), { force: true });
}
