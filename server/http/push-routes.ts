import { type Context, Hono } from "hono";
import type { z } from "zod";
import { fieldsIn } from "../../contract/narrowing.ts";
import { agentPaths, askPlan, handIn } from "../../contract/vantage-points/agent-protocol.ts";
import type { Environment } from "../env.ts";
import { type Report, receiveReport } from "../features/heartbeats/receive.ts";
import { type Received, receiveSiteReport } from "../features/site-reports/receive.ts";
import { type AskingPoint, answerPlan, findPoint, takeResults } from "../features/vantage-points/agents.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { limitBody } from "./limit-body.ts";
import { clientNetwork } from "./origin.ts";

const maxBytes = 16 * 1024;
/** A job that reports more often has gone wrong; a server may run many jobs. */
const maxPerToken = 30;
const maxPerNetwork = 600;
const form = /^[A-Za-z0-9_-]{8,128}$/;
const fields = ["status", "msg", "ping", "load", "disk", "memory", "backup", "deployed"] as const;

/**
 * `/api/push/{token}`: where jobs, backups and servers report, in the shape of Uptime Kuma; the secret in the URL is
 * all that they need. Counts in memory: every process for itself.
 */
export function pushRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const isTooMuchOf = services.limits.perMinute("push", maxPerToken, services.now);
  const isTooMuchFrom = services.limits.perMinute("push-network", maxPerNetwork, services.now);
  const app = new Hono<HttpEnv>();
  app.use(limitBody(maxBytes, (c) => c.json({ ok: false, msg: "Zu viele Daten." }, 413)));
  app.on(["GET", "POST"], "/:token", async (c) => {
    const token = c.req.param("token");
    if ((await isTooMuchFrom(clientNetwork(env.trustsProxy, c.env.incoming))) || (await isTooMuchOf(token)))
      return c.json({ ok: false, msg: "Zu viele Meldungen." }, 429, { "Retry-After": "60" });
    const isKnown = form.test(token) && (await receiveReport(services, token, await readReport(c)));
    return isKnown ? c.json({ ok: true }) : c.json({ ok: false, msg: "Diese Adresse gibt es nicht." }, 404);
  });
  return app;
}

/** What stands in the URL, and what a form or JSON in the body says instead. */
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
    return fieldsIn(JSON.parse(text));
  } catch {
    return {};
  }
}

const maxSiteBytes = 512 * 1024;
const maxPerSite = 10;
/** Many websites share a server. */
const maxPerServer = 600;
const siteForm = /^[A-Za-z0-9_-]{8,64}$/;

const answers: Record<Received, { status: 200 | 400 | 401 | 404; text: string }> = {
  ok: { status: 200, text: "Angekommen." },
  unknown: { status: 404, text: "Diese Adresse gibt es nicht." },
  unsigned: { status: 401, text: "Die Unterschrift stimmt nicht, oder die Uhr geht falsch." },
  unreadable: { status: 400, text: "Das ist keine Meldung, die dieses Portal versteht." },
};

/** `POST /api/v1/push/site/{id}`: where the plugin of `integrations/wordpress` reports, signed with the secret of its website. */
export function siteReportRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const isTooMuchOf = services.limits.perMinute("site-report", maxPerSite, services.now);
  const isTooMuchFrom = services.limits.perMinute("site-report-network", maxPerServer, services.now);
  const app = new Hono<HttpEnv>();
  app.use(limitBody(maxSiteBytes, (c) => c.json({ ok: false, message: "Zu viele Daten." }, 413)));
  app.post("/:id", async (c) => {
    const publicId = c.req.param("id");
    if ((await isTooMuchFrom(clientNetwork(env.trustsProxy, c.env.incoming))) || (await isTooMuchOf(publicId)))
      return c.json({ ok: false, message: "Zu viele Meldungen." }, 429, { "Retry-After": "60" });
    const signature = c.req.header("x-techcenter-signature") ?? "";
    const received = siteForm.test(publicId)
      ? await receiveSiteReport(services, { publicId, body: await c.req.raw.text(), signature })
      : "unknown";
    const { status, text } = answers[received];
    return c.json({ ok: received === "ok", message: text }, status);
  });
  return app;
}

const maxAgentBytes = 4 * 1024 * 1024;
/** An agent asks every five seconds, and hands in every second where there is much to hand in. */
const maxPerAgent = 240;
const maxAgentsPerNetwork = 1200;

/** `/api/agent`: where the agents of vantage points ask what to look at and hand in what they have found. */
export function agentRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const isTooMuchOf = services.limits.perMinute("agent", maxPerAgent, services.now);
  const isTooMuchFrom = services.limits.perMinute("agent-network", maxAgentsPerNetwork, services.now);
  const app = new Hono<HttpEnv>();
  app.use(limitBody(maxAgentBytes, (c) => c.json({ message: "Zu viele Daten." }, 413)));
  const answer = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    respond: (point: AskingPoint, input: z.output<Schema>) => Promise<object>,
  ) =>
    app.post(path.replace("/api/agent", ""), async (c) => {
      if (await isTooMuchFrom(clientNetwork(env.trustsProxy, c.env.incoming)))
        return c.json({ message: "Zu viele Anfragen." }, 429, { "Retry-After": "60" });
      const point = await findPoint(services.db, c.req.header("authorization"));
      if (!point) return c.json({ message: "Dieses Token gilt nicht." }, 401);
      if (await isTooMuchOf(point.id)) return c.json({ message: "Zu viele Anfragen." }, 429, { "Retry-After": "60" });
      if (!services.checks.isOn)
        return c.json({ message: "Auf diesem Portal ist die Überwachung ausgeschaltet (MONITORING=off)." }, 503);
      const input = schema.safeParse(await readJson(c.req.raw));
      if (!input.success) return c.json({ message: "Dieses Portal versteht diesen Agenten nicht." }, 400);
      return c.json(await respond(point, input.data));
    });
  answer(agentPaths.plan, askPlan, (point, input) =>
    answerPlan(services, point, { ...input, publicUrl: env.publicUrl?.href ?? null }),
  );
  answer(agentPaths.results, handIn, (point, input) => takeResults(services, point, input));
  return app;
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await request.text());
  } catch {
    return undefined;
  }
}
