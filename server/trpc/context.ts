import type { Session } from "../../contract/auth/auth.ts";
import type { Role } from "../../contract/roles.ts";
import type { BackupRunner } from "../backup/runner.ts";
import type { ForeignBrowser } from "../browser/browser.ts";
import type { Checks } from "../checks/access.ts";
import type { Db } from "../db/connection.ts";
import type { Fence, TransactContext } from "../db/transact.ts";
import type { PageRooms } from "../features/wiki/collab/rooms.ts";
import type { Disks } from "../files/disk-space.ts";
import type { Uploads } from "../files/uploads.ts";
import type { Jobs } from "../jobs/runner.ts";
import type { Publisher } from "../live/publisher.ts";
import type { Log } from "../log.ts";
import type { Bus } from "../nodes/bus.ts";
import type { Nodes } from "../nodes/nodes.ts";
import type { RateLimits } from "../rate-limit.ts";
import type { Vault } from "../vault.ts";

/** The signed-in person of a request. */
export interface Person {
  id: string;
  name: string;
  role: Role;
}

/** What lives as long as the process and every request shares. */
export interface Services {
  db: Db;
  live: Publisher;
  /** Wakes the other nodes of this portal. */
  bus: Bus;
  /** How often callers may ask, over all nodes. */
  limits: RateLimits;
  /** This node among those of this portal. */
  nodes: Nodes;
  /** In what a job gets: checked by every transaction of its run. */
  fence?: Fence | undefined;
  uploads: Uploads;
  /** What the data and the uploads lie on. */
  disks: Disks;
  log: Log;
  /** Signs CSRF tokens and upload policies, and keys the hashes of addresses. */
  signingKey: string;
  vault: Vault;
  pageRooms: PageRooms;
  jobs: Jobs;
  checks: Checks;
  backups: BackupRunner;
  /** Opens pages of others. */
  browser: ForeignBrowser;
  /** Where the portal is reached, without a slash at the end: for links in mails and to other services. */
  baseUrl(): string;
  now(): Date;
}

/** What a procedure gets: the shared services and who is asking. */
export interface Context extends TransactContext, Services {
  person: Person | undefined;
  /** Who is signed in but must set up a second factor before they may do anything else. */
  enrolling?: Person | undefined;
  sessionId: string | undefined;
  session: Session | null;
  /** Whether who asks has proved lately who they are. */
  hasRecentProof(): Promise<boolean>;
  /** The portal's URL as the asking browser has it, to which passkeys are bound; without it `baseUrl()`. */
  origin?: string | undefined;
  /** The asking browser's socket, left out of its own signals. */
  socketId: string | undefined;
  requestId: string;
  ip: string | undefined;
  /** Keeps the asking browser known to the account whose new epoch its person has begun; only browsers can be known. */
  rememberBrowser?(owner: { id: string; accessEpoch: number }): void;
}

/** A context in which somebody is signed in. */
export interface PersonContext extends Context {
  person: Person;
  sessionId: string;
}
