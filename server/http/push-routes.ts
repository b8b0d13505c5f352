import { type Context, Hono } from "hono";
import type { Environment } from "../env.ts";
import { type Report, receiveReport } from "../features/heartbeats/receive.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { limitBody } from "./limit-body.ts";
import { clientAddress } from "./origin.ts";
import { perMinute } from "./per-minute.ts";

const maxBytes = 16 * 1024;
/** A job that reports more often has gone wrong; a server may run many jobs. */
const maxPerToken = 30;
const maxPerAddress = 600;
const form = /^[A-Za-z0-9_-]{8,128}$/;
const fields = ["status", "msg", "ping", "load", "disk", "memory", "backup"] as const;

/**
 * `/api/push/{token}`: where jobs, backups and servers report, in the shape of Uptime Kuma; the secret in the address is
 * all that they need. Counts in memory: every process for itself.
 */
export function pushRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const isTooMuchOf = perMinute(maxPerToken, services.now);
  const isTooMuchFrom = perMinute(maxPerAddress, services.now);
  const app = new Hono<HttpEnv>();
  app.use(limitBody(maxBytes, (c) => c.json({ ok: false, msg: "Zu viele Daten." }, 413)));
  app.on(["GET", "POST"], "/:token", async (c) => {
    const token = c.req.param("token");
    if (isTooMuchFrom(clientAddress(env.trustsProxy, c.env.incoming)) || isTooMuchOf(token))
      return c.json({ ok: false, msg: "Zu viele Meldungen." }, 429, { "Retry-After": "60" });
    const isKnown = form.test(token) && (await receiveReport(services, token, await readReport(c)));
    return isKnown ? c.json({ ok: true }) : c.json({ ok: false, msg: "Diese Adresse gibt es nicht." }, 404);
  });
  return app;
}

/** What stands in the address, and what a form or JSON in the body says instead. */
async function readReport(c: Context<HttpEnv>): Promise<Report> {
  const said = c.req.method === "POST" ? await readBody(c.req.raw) : {};
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = said[name] ?? c.req.query(name);
      return typeof value === "string" || typeof value === "number" ? [[name, String(value).slice(0, 1000)]] : [];
    }),
  );
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text();
  if (!request.headers.get("content-type")?.includes("json")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
