import type { Readable } from "node:stream";
import { newId } from "../../db/new-id.ts";
import { BackupProblem } from "../backup-problem.ts";

export interface StoredObject {
  name: string;
  size: number;
  modifiedAt: Date;
}

/** Opens what is to be stored, from its beginning: it is asked for again where sending it has failed. */
export type OpenBody = () => Readable | Promise<Readable>;

/** Where backups lie. A name is either absent or complete, whatever breaks while it is written. */
export interface BackupTarget {
  /** Where that is, for the person who reads it; without secrets. */
  label: string;
  put(name: string, open: OpenBody, size: number): Promise<void>;
  /** Undefined where there is none. */
  get(name: string): Promise<Readable | undefined>;
  /** An absent one is fine. */
  remove(name: string): Promise<void>;
  /** Everything below `objects` or `snapshots`, in any order. */
  list(folder: Folder): AsyncIterable<StoredObject>;
  /** Removes what runs that were killed had begun to write before then. */
  removeLeftovers(before: Date): Promise<void>;
  close(): Promise<void>;
}

export const folders = ["objects", "snapshots"] as const;
export type Folder = (typeof folders)[number];

const namePattern =
  /^(objects\/[0-9a-f]{2}\/[0-9a-f]{64}\.age|snapshots\/[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}\.[a-z.]+\.age|snapshots\/owner\.json)$/;
const partialPattern = /^(.+)\.[0-9a-f-]{36}\.part$/;

/** Whether a name is one that backups use; what else lies in a target is not ours, and never touched. */
export const isObjectName = (name: string): boolean => namePattern.test(name);

/** The name itself; a name from elsewhere that leads out of the target throws. */
export function assertObjectName(name: string): string {
  if (!isObjectName(name)) throw new BackupProblem(`Unerlaubter Name im Backup: ${name.slice(0, 200)}`);
  return name;
}

/** Under which name an object is written until it is whole; another one for each attempt. */
export const partialName = (name: string): string => `${assertObjectName(name)}.${newId()}.part`;

/** Whether an object was begun under this name before then and never finished. What has no date may be fresh. */
export function isLeftover({ name, modifiedAt }: StoredObject, before: Date): boolean {
  const [, object = ""] = partialPattern.exec(name) ?? [];
  return isObjectName(object) && modifiedAt.getTime() > 0 && modifiedAt < before;
}
