import { type Context, Hono } from "hono";
import type { RestoreRun } from "../../backup/restore-run.ts";
import type { HttpEnv } from "../app.ts";
import { limitBody } from "../limit-body.ts";

const maxBytes = 32 * 1024;

/** `/api/restore`: a backup in place of an empty portal, for whoever has its set-up link. Nothing is answered without it. */
export function restoreRoutes(restore: RestoreRun | undefined): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(limitBody(maxBytes));
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("Cache-Control", "private, no-store");
  });
  if (!restore) return app;
  app.post("/list", async (c) => c.json(await restore.list(await readBody(c))));
  app.post("/state", async (c) => c.json(await restore.state(await readBody(c))));
  app.post("/", async (c) => c.json(await restore.begin(await readBody(c)), 202));
  return app;
}

const readBody = (c: Context<HttpEnv>): Promise<unknown> => c.req.json().catch(() => ({}));
