import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { problemTraits } from "../../contract/problems.ts";
import type { DeviceOwner } from "../auth/devices.ts";
import { isDueForRenewal } from "../auth/sessions.ts";
import type { RestoreRun } from "../backup/restore-run.ts";
import { networkOf } from "../client-network.ts";
import type { Environment } from "../env.ts";
import { createCaller } from "../features/router.ts";
import { noteUnheardProxy } from "../features/system/unheard-proxy.ts";
import type { SetUp } from "../features/users/set-up.ts";
import type { ChannelAuthorizer } from "../live/channel-authorizer.ts";
import type { Log } from "../log.ts";
import { asProblem } from "../problem.ts";
import { readAppearance } from "../settings/read-settings.ts";
import type { Services } from "../trpc/context.ts";
import { apiPatterns, apiRoutes } from "./api-routes.ts";
import { appearanceRoutes } from "./appearance-routes.ts";
import { auditLogRoutes } from "./audit-log-routes.ts";
import { rememberedCookies } from "./auth/credentials.ts";
import { authForms, renewedSessionCookie } from "./auth/forms.ts";
import { restoreRoutes } from "./auth/restore-routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { acceptedCompression, type Compression, compressed, pack } from "./compression.ts";
import { envelope, sameOriginChanges } from "./envelope.ts";
import { dmarcRoutes } from "./files/dmarc-routes.ts";
import { exportRoutes } from "./files/export-routes.ts";
import { fileRoutes } from "./files/file-routes.ts";
import { importRoutes } from "./files/import-routes.ts";
import { pageExportRoutes } from "./files/page-export-routes.ts";
import { reporterRoutes } from "./files/reporter-routes.ts";
import { type HealthSources, healthRoutes } from "./health.ts";
import { limitBody } from "./limit-body.ts";
import { askPage, guardAskPages } from "./links/ask-page.ts";
import { confirmPage } from "./links/confirm-page.ts";
import { guardStatusPages, publicPages, statusPageFiles } from "./links/status-pages.ts";
import { mailRoutes } from "./mail-routes.ts";
import { metricsRoutes } from "./metrics/metrics-routes.ts";
import type { Call, RequestFigures } from "./metrics/request-figures.ts";
import { openRouteNames } from "./metrics/route-names.ts";
import { offboardingRoutes } from "./offboarding-routes.ts";
import { comesThroughProxy } from "./origin.ts";
import { awayPage } from "./pages/away-page.ts";
import { pageReport } from "./pages/page-report.ts";
import type { RenderPage } from "./pages.ts";
import { agentRoutes, pushRoutes, siteReportRoutes } from "./push-routes.ts";
import { pusherRoutes } from "./pusher-routes.ts";
import { registerRoutes } from "./register-routes.ts";
import { readRequest, toContext } from "./request-context.ts";
import { handleRpc, inNoCache, logRefusalTo, refuseLargeRpc, refuseTooManyCalls } from "./rpc.ts";
import { answerCalls, type CallAnswer, procedureNames } from "./rpc-calls.ts";
import { pagePolicy } from "./security-headers.ts";
import { securityTxt } from "./security-txt.ts";

/** `calls` are those that the request made of procedures, once they are answered. */
export type Variables = { requestId: string; origin: string; calls?: readonly Call[] };
export type HttpEnv = { Bindings: HttpBindings; Variables: Variables };

export interface HttpOptions {
  /** Where requests are counted. */
  requests: RequestFigures;
  services: Services;
  env: Environment;
  soketiState: HealthSources["soketiState"];
  appKey: string;
  authorizer: ChannelAuthorizer;
  /** Absent where everybody has an account already. */
  setUp?: SetUp;
  /** Puts a backup in the place of an empty portal. */
  restore?: RestoreRun;
  /** Renders a page; Remix behind it. */
  renderPage: RenderPage;
  clientFolder: string;
}

const maxRpcBytes = 1024 * 1024;
const maxFormBytes = 64 * 1024;
const immutable = "public, max-age=31536000, immutable";

/** The HTTP side of the portal, in the order in which a request passes (design.md section 5). */
export function createApp(options: HttpOptions): Hono<HttpEnv> {
  const { services, env, requests } = options;
  const app = new Hono<HttpEnv>();

  app.use(envelope(env, services.log, requests), sameOriginChanges);
  if (!env.trustsProxy)
    app.use((c, next) => {
      if (comesThroughProxy(c.env.incoming)) noteUnheardProxy(services);
      return next();
    });

  app.route(
    "/api/health",
    healthRoutes({
      ...services,
      soketiState: options.soketiState,
      redis: env.redis && (() => services.bus.isConnected()),
    }),
  );
  addBuiltFiles(app, options.clientFolder);
  addRpc(app, options);
  app.route("/api/auth", authRoutes({ services, env }));
  app.route("/api/pusher", pusherRoutes({ services, env, authorizer: options.authorizer }));

  app.use("/api/export/*", limitBody(maxFormBytes));
  app.route("/api/export/wiki", pageExportRoutes({ services, env }));
  app.route("/api/export/offboarding", offboardingRoutes({ services, env }));
  app.route("/api/export/wordpress", reporterRoutes({ services, env }));
  app.route("/api/export/privacy", registerRoutes({ services, env }));
  app.route("/api/export", auditLogRoutes({ services, env }));
  app.route("/api/export", exportRoutes({ services, env }));
  app.route("/api/mail", mailRoutes({ services }));
  app.route("/api/import", importRoutes({ services, env }));
  app.route("/api/dmarc", dmarcRoutes({ services, env }));
  app.route("/api/appearance", appearanceRoutes({ services }));
  const push = pushRoutes({ services, env });
  app.route("/api/push", push);
  app.route("/api/agent", agentRoutes({ services, env }));
  app.route("/api/v1/push/host", push);
  app.route("/api/v1/push/site", siteReportRoutes({ services, env }));
  app.route("/api/v1", apiRoutes({ services, env }));
  app.route("/api", fileRoutes({ services, env }));

  app.route("/api/restore", restoreRoutes(options.restore));
  app.all("/api/*", (c) => c.json({ message: "Diese Adresse gibt es nicht." }, 404));

  app.route("/metrics", metricsRoutes({ services, env, figures: requests }));
  app.route("/.well-known/security.txt", securityTxt({ services, env }));
  app.route("/ics", calendarRoutes({ services, env }));
  app.use("/auth/*", limitBody(maxFormBytes));
  const guardAsked = guardAskPages({ services, env });
  app.use("/ask/*", limitBody(maxFormBytes), guardAsked);
  app.use("/confirm/*", limitBody(maxFormBytes), guardAsked);
  app.use("/status/*", guardStatusPages({ services, env }));
  app.use("/wall/*", guardStatusPages({ services, env }));
  app.route("/status", statusPageFiles({ services }));
  app.all("*", (c) => answerPage(c, options));

  app.onError((error, c) => answerFailure(error, c, services.log));
  requests.setRoutes(
    openRouteNames({
      patterns: [
        ...app.routes.map(({ path }) => path),
        ...apiPatterns,
        ...builtFiles,
        ...(options.renderPage.patterns ?? []),
      ],
      below: [assets],
      procedures: procedureNames,
    }),
  );
  return app;
}

const assets = "/assets";
const icon = "/favicon.svg";
const serviceWorker = "/sw.js";
const builtFiles = [icon, serviceWorker];

function addBuiltFiles(app: Hono<HttpEnv>, clientFolder: string): void {
  const built = { root: clientFolder, precompressed: true };
  app.use(`${assets}/*`, serveStatic({ ...built, onFound: (_path, c) => c.header("Cache-Control", immutable) }));
  app.use(icon, serveStatic(built));
  // Browsers look for a newer one by themselves; kept anywhere in between, an old one would go on for days.
  app.use(serviceWorker, serveStatic({ ...built, onFound: (_path, c) => c.header("Cache-Control", "no-cache") }));
  app.all(`${assets}/*`, (c) => c.text("Diese Datei gibt es nicht.", 404));
}

function addRpc(app: Hono<HttpEnv>, { services, env, setUp }: HttpOptions): void {
  const takeCalls = services.limits.openBucket("rpc", env.callsPerMinute);
  app.use(
    "/api/trpc/*",
    limitBody(maxRpcBytes, (c) => refuseLargeRpc(c.req.raw, services.log, c.get("requestId"))),
  );
  const logRefusal = logRefusalTo(services.log);
  app.all("/api/trpc/*", async (c) => {
    const requestId = c.get("requestId");
    const cookies: string[] = [];
    const createContext = async (calls: number) => {
      const request = await readRequest(services, env, c.req.raw, c.env.incoming);
      const caller = request.signedIn?.session.user.id ?? networkOf(request.ip);
      await refuseTooManyCalls(takeCalls, { calls, caller, now: services.now() });
      const context = toContext(services, { ...request, requestId, origin: c.get("origin") });
      const source = { services, setUp, headers: c.req.raw.headers, origin: c.get("origin"), ip: request.ip };
      const rememberBrowser = (owner: DeviceOwner) =>
        void cookies.push(...rememberedCookies({ ...source, log: services.log }, owner));
      return Object.assign(context, { rememberBrowser });
    };
    const compression = acceptedCompression(c.req.header("accept-encoding"));
    const header = (name: string) => c.req.header(name);
    const target = c.env.incoming.url ?? "";
    const { method, raw } = c.req;
    const readBody = () => raw.text();
    const answer = await answerCalls({
      method,
      target,
      header,
      readBody,
      requestId,
      createContext,
      onError: logRefusal,
    });
    const noteCalls = (calls: readonly Call[]) => c.set("calls", calls);
    if (answer) noteCalls(answer.calls);
    const response = answer
      ? await callResponse(answer, compression)
      : await compressed(await handleRpc(c.req.raw, createContext, services.log, requestId, noteCalls), compression);
    for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
    return response;
  });
}

async function callResponse({ status, json }: CallAnswer, compression: Compression | undefined): Promise<Response> {
  const headers = { vary: "trpc-accept, accept", "content-type": "application/json", "cache-control": inNoCache };
  const packed = compression && (await pack(json, compression));
  // Headers as a plain object: node-server writes them as they are, without making a Headers of them.
  if (!packed) return new Response(json, { status, headers });
  const vary = `${headers.vary}, Accept-Encoding`;
  return new Response(packed, { status, headers: { ...headers, vary, "content-encoding": compression } });
}

/** A page, in the name of whoever is signed in, with the cookies that rendering it gave reason to. */
async function answerPage(c: Context<HttpEnv>, options: HttpOptions): Promise<Response> {
  const { services, env, setUp } = options;
  const request = await readRequest(services, env, c.req.raw, c.env.incoming);
  const context = toContext(services, { ...request, requestId: c.get("requestId"), origin: c.get("origin") });
  const source = {
    services,
    setUp,
    headers: c.req.raw.headers,
    origin: c.get("origin"),
    ip: request.ip,
    log: context.log,
  };
  const forms = authForms(source);
  const nonce = randomBytes(16).toString("base64");
  const isDevelopment = env.mode === "development";
  const policy = pagePolicy({ nonce, isDevelopment, uploadOrigin: services.uploads.store.origin });
  c.env.outgoing.setHeader("Content-Security-Policy", policy);
  const accepted = acceptedCompression(c.req.header("accept-encoding"));
  const compression = () => (forms.holdsToken() ? undefined : accepted);
  const page = await options.renderPage(c.req.raw, {
    session: context.session,
    api: createCaller(context),
    auth: forms.auth,
    ask: askPage(services, request.ip),
    confirm: confirmPage(services, request.ip),
    publicPages: publicPages(services),
    live: { appKey: options.appKey, position: services.live.position?.() },
    appearance: await readAppearance(services.db),
    now: services.now(),
    nonce,
    compress: async (html) => {
      const encoding = compression();
      const body = encoding && (await pack(html, encoding));
      return body && { encoding, body };
    },
    requestId: context.requestId,
    report: pageReport(context.log, () => c.env.outgoing?.closed || c.env.outgoing?.destroyed),
    needsSetup: (await setUp?.isNeeded()) ?? false,
  });
  const isRenewed = c.req.method === "GET" && request.signedIn && isDueForRenewal(request.signedIn, services.now());
  const cookies = [...forms.setCookies(), ...(isRenewed ? renewedSessionCookie(source) : [])];
  for (const cookie of cookies) page.headers.append("Set-Cookie", cookie);
  // A page is compressed as it is rendered; this is the data of one that a browser renders itself.
  if (!c.req.path.endsWith(".data")) return page;
  if (page.ok && c.req.header("sec-purpose") === "prefetch") {
    page.headers.set("Cache-Control", untilPressed);
    // It is nobody else's who signs in meanwhile.
    page.headers.append("Vary", "Cookie");
  }
  return compressed(page, compression());
}

/** What was fetched when somebody came near to a link has to be kept until they press it; otherwise browsers ask for it again. */
const untilPressed = "private, max-age=2";

function answerFailure(error: Error, c: Context<HttpEnv>, log: Log): Response {
  const problem = asProblem(error);
  if (problem) {
    log.warn({ err: problem.cause, requestId: c.get("requestId") }, "request refused");
    if (problem.code === "unavailable" && c.req.header("accept")?.includes("text/html")) return awayPage(c, problem);
    return c.json(
      { message: problem.message, fields: problem.fields, requestId: c.get("requestId") },
      problemTraits[problem.code].status,
    );
  }
  log.error({ err: error, requestId: c.get("requestId") }, "request failed");
  return c.json({ message: "Das hat nicht geklappt. Bitte versuche es erneut.", requestId: c.get("requestId") }, 500);
}
