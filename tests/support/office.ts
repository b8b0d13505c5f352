import type { Role } from "../../contract/roles.ts";
import { createSession, findSession } from "../../server/auth/sessions.ts";
import { openBackupRunner } from "../../server/backup/runner.ts";
import { openForeignBrowser } from "../../server/browser/browser.ts";
import { openChecks } from "../../server/checks/access.ts";
import type { Db } from "../../server/db/connection.ts";
import { newId } from "../../server/db/new-id.ts";
import type { Environment } from "../../server/env.ts";
import { type Api, createCaller } from "../../server/features/router.ts";
import { withPageRooms } from "../../server/features/wiki/with-page-rooms.ts";
import { openDisks } from "../../server/files/disk-space.ts";
import { openUploads } from "../../server/files/uploads.ts";
import { toContext } from "../../server/http/request-context.ts";
import { openJobs } from "../../server/jobs/runner.ts";
import type { Publisher, Signal } from "../../server/live/publisher.ts";
import { createLog } from "../../server/log.ts";
import type { Bus } from "../../server/nodes/bus.ts";
import { localBus } from "../../server/nodes/local-bus.ts";
import { type Nodes, singleNode } from "../../server/nodes/nodes.ts";
import { jobs } from "../../server/portal/schedule.ts";
import { localLimits } from "../../server/rate-limit.ts";
import type { Context, Person, Services } from "../../server/trpc/context.ts";
import { openVault } from "../../server/vault.ts";
import { openTestDatabase } from "./database.ts";
import { temporaryFolder } from "./temporary-folders.ts";

/** No Chromium lies there: a test that wants one brings it. */
const withoutBrowser = {
  browser: { chromiumPath: "/nowhere/chromium", folders: "" },
  checks: { isOn: false, nameServer: undefined, dnsRoots: [] },
  logLevel: "silent",
  publicUrl: undefined,
};

/** An office on a real database in memory, whose clock and live events the test controls. */
export interface Office {
  services: Services;
  /** The folder of uploads and cached images; removed after the last test of the file. */
  dataDir: string;
  signals: Signal[];
  disconnected: Parameters<Publisher["disconnect"]>[0][];
  /** Moves the office's clock. */
  advance(ms: number): void;
  hire(details?: Partial<{ name: string; role: Role; email: string; passwordHash: string | null }>): Promise<Person>;
  /** The context of a request by a person, with a session of its own; by a stranger without one. */
  contextOf(person?: Person): Promise<Context>;
  /** The procedures as a person, or as a stranger, calls them. */
  as(person?: Person): Promise<Api>;
}

interface OfficeOptions extends Partial<Pick<Environment, "s3">> {
  /** Another database than one of its own in memory. */
  db?: Db | undefined;
  /** By which it hears other offices on the same database. */
  bus?: Bus | undefined;
  /** This office's node, where it has others beside it. */
  nodes?: Nodes | undefined;
}

export async function openOffice({
  s3,
  db: given,
  bus = localBus(),
  nodes = singleNode(),
}: OfficeOptions = {}): Promise<Office> {
  const db = given ?? (await openTestDatabase());
  const signals: Signal[] = [];
  const disconnected: Office["disconnected"] = [];
  let time = new Date("2026-11-20T09:13:00.000Z").getTime();
  const now = () => new Date(time);
  const live: Publisher = {
    publish: async (sent) => void signals.push(...sent),
    disconnect: (target) => void disconnected.push(target),
  };
  const dataDir = temporaryFolder("office");
  const signingKey = "a key for tests only, 32 characters";
  const services = withPageRooms({
    db,
    live,
    bus,
    limits: localLimits(),
    nodes,
    log: createLog("silent"),
    signingKey,
    vault: openVault(signingKey),
    jobs: openJobs(jobs),
    checks: openChecks(dataDir),
    backups: openBackupRunner({ dataDir, s3 }, createLog("silent")),
    browser: openForeignBrowser({ ...withoutBrowser, dataDir }, { log: createLog("silent") }),
    baseUrl: () => "https://portal.example",
    disks: openDisks(dataDir),
    uploads: await openUploads({ dataDir, s3 }, { signingKey }),
    now,
  });

  const contextOf: Office["contextOf"] = async (person) => {
    const session = person && (await createSession(db, { userId: person.id, now: now() }));
    const signedIn = await findSession(db, session?.token, now());
    return toContext(services, { signedIn, requestId: newId(), ip: "127.0.0.1" });
  };

  return {
    services,
    dataDir,
    signals,
    disconnected,
    contextOf,
    advance: (ms) => {
      time += ms;
    },
    as: async (person) => createCaller(await contextOf(person)),
    async hire({ name = "Jana Petersen", role = "member", email, passwordHash = null } = {}) {
      const id = newId();
      const at = now().toISOString();
      await db
        .insertInto("users")
        .values({
          id,
          name,
          role,
          email: email ?? `${id}@agentur.example`,
          phone: null,
          position: null,
          imageKey: null,
          passwordHash,
          createdAt: at,
          joinedAt: at,
          deactivatedAt: null,
          lastSeenAt: null,
        })
        .execute();
      return { id, name, role };
    },
  };
}
