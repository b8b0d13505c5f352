import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Role } from "../../../contract/roles.ts";
import { cookieNames } from "../../../server/auth/cookies.ts";
import { createSession } from "../../../server/auth/sessions.ts";
import { newId } from "../../../server/db/new-id.ts";
import { readEnvironment } from "../../../server/env.ts";
import type { RenderPage } from "../../../server/http/pages.ts";
import { createLog, type Log } from "../../../server/log.ts";
import { type Portal, type StartOptions, startPortal } from "../../../server/portal/portal.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { testDatabaseUrl, writeTestDatabase } from "../database.ts";
import { removeFolder } from "../temporary-folders.ts";

/** The running portal with its database, Soketi and HTTP server, on free ports and a data folder of its own. */
export interface TestPortal {
  url: string;
  dataDir: string;
  portal: Portal;
  hire(details?: Partial<{ name: string; role: Role; email: string; passwordHash: string | null }>): Promise<Person>;
  /** Gives a person a session; `cookie` is the value of a Cookie header. */
  signIn(person: { id: string }): Promise<{ cookie: string; sessionId: string }>;
  /** Ends the portal and removes its data folder. */
  stop(): Promise<void>;
}

export interface TestPortalOptions {
  env?: Record<string, string>;
  /** With what lies in it already; else a new one. */
  dataDir?: string;
  /** Pages come from the build where this is "built"; without it each is an empty document. */
  pages?: "built";
  log?: Log;
  /** Where names of a test's own internet are reached. */
  detourOf?: StartOptions["detourOf"];
}

const emptyPage: RenderPage = async () =>
  new Response("<!doctype html>", { headers: { "Content-Type": "text/html; charset=utf-8" } });

export async function startTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const { env, pages, log, detourOf, dataDir = mkdtempSync(path.join(tmpdir(), "portal-")) } = options;
  const url = env?.DATABASE_URL ?? (await testDatabaseUrl(dataDir));
  if (!url) await writeTestDatabase(dataDir);
  const database = url ? { DATABASE_URL: url } : {};
  const defaults = { NODE_ENV: "test", PORT: "0", SOKETI_PORT: "0", MONITORING: "off", DATA_DIR: dataDir };
  const portal = await startPortal(readEnvironment({ ...defaults, ...env, ...database }), log ?? createLog("silent"), {
    ...(pages !== "built" && { renderPage: emptyPage }),
    ...(detourOf && { detourOf }),
  });
  const { db, now } = portal.services;
  return {
    url: portal.url,
    dataDir,
    portal,
    async hire({ name = "Jana Petersen", role = "member", email, passwordHash = null } = {}) {
      const id = newId();
      const at = now().toISOString();
      const row = {
        id,
        name,
        role,
        email: email ?? `${id}@agentur.example`,
        passwordHash,
        createdAt: at,
        joinedAt: at,
      };
      const nothing = { phone: null, position: null, imageKey: null, deactivatedAt: null, lastSeenAt: null };
      await db
        .insertInto("users")
        .values({ ...row, ...nothing })
        .execute();
      return { id, name, role };
    },
    async signIn({ id: userId }) {
      const { id: sessionId, token } = await createSession(db, { userId, now: now() });
      return { cookie: `${cookieNames(false).session}=${token}`, sessionId };
    },
    async stop() {
      await portal.stop();
      removeFolder(dataDir);
    },
  };
}
