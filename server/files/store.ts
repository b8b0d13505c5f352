import type { Readable } from "node:stream";
import type { MimeType, UploadTicket } from "../../contract/files/files.ts";
import type { UploadPolicy } from "./upload-policy.ts";

export const stages = ["received", "kept", "orphaned"] as const;
export type Stage = (typeof stages)[number];

/** A stored object, as the sweep for orphans sees it. */
export interface StoredObject {
  key: string;
  /** `received` bytes wait for their confirmation, `kept` bytes are verified, `orphaned` ones were set aside. */
  stage: Stage;
  /** When it came to lie there. */
  modifiedAt: Date;
}

/** Where bytes lie. Received and kept bytes never share a place, so a ticket cannot overwrite what was verified. */
export interface FileStore {
  /** Where a browser posts to when it is not the portal itself; for the Content-Security-Policy. */
  origin: string | undefined;
  issueTicket(policy: UploadPolicy): Promise<UploadTicket>;
  /** Takes a complete local file as the received bytes of a key; absent where browsers post past the portal. */
  receive?(key: string, from: string): Promise<void>;
  /** Received bytes as a local file; undefined when there are none, or more than `maxBytes`. */
  fetchReceived(key: string, maxBytes: number): Promise<{ path: string; size: number; receivedAt: Date } | undefined>;
  /** Moves a verified local file to its place for good and forgets the received bytes. */
  keep(key: string, file: { path: string; size: number; mimeType: MimeType }): Promise<void>;
  /** Kept bytes, whole or an inclusive range; undefined when there are none. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>;
  /** Puts kept bytes among the orphaned ones, where nobody reads them; absent ones are fine. */
  setAside(key: string): Promise<void>;
  /** Makes orphaned bytes kept ones again. */
  bringBack(key: string): Promise<void>;
  /** Removes received, kept and orphaned bytes; absent ones are fine. */
  remove(key: string): Promise<void>;
  removeReceived(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  /** Where every node finds what is no upload; absent on local disk. */
  shared?: SharedFiles;
}

/** Files by names of ours, such as `exports/…`, which nobody uploads and the sweep for orphans does not see. */
export interface SharedFiles {
  put(name: string, file: { path: string; size: number }): Promise<void>;
  find(name: string): Promise<{ size: number; read(): Promise<Readable> } | undefined>;
  /** An absent one is fine. */
  drop(name: string): Promise<void>;
  /** Removes what was put under such names by processes that ended meanwhile, having begun before that moment. */
  dropUnfinished(prefix: string, before: Date): Promise<void>;
  /** What has a name that begins so, and when it came there by the store's own clock. */
  list(prefix: string): AsyncIterable<{ name: string; modifiedAt: Date }>;
}

/** Keys are ours alone: 256 random bits, base64url. Nothing else reaches a path or an object name. */
export const keyPattern = /^[A-Za-z0-9_-]{43}$/;
