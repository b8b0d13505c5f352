import type { Readable } from "node:stream";
import { BackupProblem } from "../backup-problem.ts";

export interface StoredObject {
  name: string;
  size: number;
  modifiedAt: Date;
}

/** Where backups lie. A name is either absent or complete, whatever breaks while it is written. */
export interface BackupTarget {
  /** Where that is, for the person who reads it; without secrets. */
  label: string;
  put(name: string, body: Readable, size: number): Promise<void>;
  /** Undefined where there is none. */
  get(name: string): Promise<Readable | undefined>;
  /** An absent one is fine. */
  remove(name: string): Promise<void>;
  /** Everything below `objects` or `snapshots`, in any order. */
  list(folder: Folder): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

export const folders = ["objects", "snapshots"] as const;
export type Folder = (typeof folders)[number];

const namePattern =
  /^(objects\/[0-9a-f]{2}\/[0-9a-f]{64}\.age|snapshots\/[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}\.[a-z.]+\.age|snapshots\/owner\.json)$/;

/** Whether a name is one that backups use; what else lies in a target is not ours, and never touched. */
export const isObjectName = (name: string): boolean => namePattern.test(name);

/** The name itself; a name from elsewhere that leads out of the target throws. */
export function assertObjectName(name: string): string {
  if (!isObjectName(name)) throw new BackupProblem(`Unerlaubter Name im Backup: ${name.slice(0, 200)}`);
  return name;
}
