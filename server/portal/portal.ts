import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { ViteDevServer } from "vite";
import { mayJoinChannel } from "../../contract/live/live-events.ts";
import { openRestoreRun } from "../backup/restore-run.ts";
import { openBackupRunner } from "../backup/runner.ts";
import { openForeignBrowser } from "../browser/browser.ts";
import { openChecks } from "../checks/access.ts";
import type { Environment } from "../env.ts";
import { removeLeftWork } from "../features/backups/claims.ts";
import { openSetUp } from "../features/users/set-up.ts";
import { pageUpgradeHandler } from "../features/wiki/collab/upgrade-handler.ts";
import { withPageRooms } from "../features/wiki/with-page-rooms.ts";
import { openDisks } from "../files/disk-space.ts";
import { openUploads } from "../files/uploads.ts";
import { createApp, type HttpEnv } from "../http/app.ts";
import { listen, stopListening } from "../http/listen.ts";
import { openRequestFigures } from "../http/metrics/request-figures.ts";
import { headersOf, publicOrigin } from "../http/origin.ts";
import { builtPages, clientFolder, developmentPages, type RenderPage } from "../http/pages.ts";
import { authenticate } from "../http/request-context.ts";
import { endLostSessions } from "../http/sockets/end-lost-sessions.ts";
import { openSocketGate, type SocketGate } from "../http/sockets/socket-gate.ts";
import { lockPlace, type PlaceLock } from "../jobs/lock-place.ts";
import { openJobs } from "../jobs/runner.ts";
import { channelAuthorizer } from "../live/channel-authorizer.ts";
import { RecordRooms } from "../live/record-rooms.ts";
import { userChannel } from "../live/user-channel.ts";
import { type Log, partLog } from "../log.ts";
import { findShared, openLinks } from "../nodes/open-links.ts";
import { type DetourOf, setDetours } from "../outbound/detours.ts";
import { setPublicUrl } from "../outbound/user-agent.ts";
import { isOpen, isReadable } from "../records/readable.ts";
import type { Secrets } from "../secrets.ts";
import type { LiveAdmission } from "../soketi/socket-proxy.ts";
import type { Soketi } from "../soketi/supervisor.ts";
import { asStartProblem, type StartProblem } from "../start-problem.ts";
import type { Services } from "../trpc/context.ts";
import { openVault } from "../vault.ts";
import { closeDataFolder } from "./data-folder.ts";
import { drainNode } from "./drain-node.ts";
import { openFigures } from "./figures.ts";
import { openDiscoveryTools } from "./lookup-tools.ts";
import { startMonitoring } from "./monitoring.ts";
import type { NewDatabase } from "./new-database.ts";
import { openData, patienceOf, setUpCalendar, startEmptying } from "./open-data.ts";
import { openLivePush, startPushServer } from "./push.ts";
import { jobs } from "./schedule.ts";
import { findNotices } from "./start-notices.ts";
import { startWorkers } from "./workers.ts";

export interface Portal {
  url: string;
  /** The one-time link to the first account; undefined when there is one. */
  setUpUrl: string | undefined;
  /** What the person who runs the host should know, in sentences. */
  notices: string[];
  services: Services;
  soketi: Soketi;
  /** Stops accepting, lets requests in flight finish for up to 10 s, then ends jobs, Soketi and the database. */
  stop(): Promise<void>;
}

export interface StartOptions {
  renderPage?: RenderPage;
  /** For a data folder that holds no database yet. */
  newDatabase?: NewDatabase | undefined;
  /** A program in place of the portal's own checker. */
  checkerProgram?: string;
  /** A program in place of the portal's own that opens pages of others. */
  browserProgram?: string;
  /** How names that only this host knows are reached. */
  detourOf?: DetourOf;
  /** Stops this portal and starts it anew, once a backup waits to be put in its place. */
  restart?: () => void;
  /** Ends this portal, whose database another one has taken. */
  onTaken?: (problem: StartProblem) => void;
}

/** Starts the whole process tree of design.md section 5; rejects with a StartProblem when the host is not ready for it. */
export async function startPortal(env: Environment, log: Log, options: StartOptions = {}): Promise<Portal> {
  let lock: PlaceLock | undefined;
  try {
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
    const sharesWithNodes = env.redis !== undefined;
    lock = await lockPlace(env, { ...patienceOf(log), onTaken: options.onTaken, sharesWithNodes });
    setDetours(options.detourOf);
    setPublicUrl(env.publicUrl);
    const open = closeDataFolder(env.dataDir);
    if (open) log.warn({ notice: open }, "notice at start");
    const portal = await startOn(lock, env, log, options);
    return open ? { ...portal, notices: [open, ...portal.notices] } : portal;
  } catch (error) {
    await lock?.end();
    throw asStartProblem(error, env.dataDir) ?? error;
  }
}

async function startOn(lock: PlaceLock, env: Environment, log: Log, options: StartOptions): Promise<Portal> {
  const { db, secrets, nodes } = await openData(env, log, { lock, newDatabase: options.newDatabase });
  const server = createServer();
  const vite = env.mode === "development" ? await startVite(server) : undefined;
  const readPages = async () => options.renderPage ?? (vite ? developmentPages(vite) : builtPages());
  const shared = await findShared(env, { db, signingKey: secrets.signingKey });
  const [soketi, renderPage] = await startPushServer({ env, log, secrets, shared }, readPages);
  const { bus, limits } = await openLinks(shared, log);
  let sockets: SocketGate | undefined;
  const rooms = new RecordRooms({ log, isOpen });
  const push = openLivePush({ env, log, secrets, soketi, bus, rooms, sockets: () => sockets });
  let listeningAt = "";
  const services = await openServices(env, log, secrets, {
    db,
    bus,
    limits,
    nodes,
    live: push.live,
    origin: () => listeningAt,
    browserProgram: options.browserProgram,
  });
  await setUpCalendar(services);
  await removeLeftWork(db, env.dataDir, services.now());
  const hadAccounts = (await db.selectFrom("users").select("id").executeTakeFirst()) !== undefined;
  const setUp = await openSetUp(services, {
    admin: env.admin,
    createSampleData: async (...given) => (await import("../sample/agency.ts")).createSampleAgency(...given),
  });
  const restore = openRestoreRun({
    env,
    empty: setUp,
    now: services.now,
    restart: options.restart,
    log: partLog(log, "backup"),
  });

  const requests = openRequestFigures();
  const app = createApp({
    requests,
    services,
    env,
    setUp,
    restore,
    soketiState: () => soketi.state(),
    appKey: secrets.soketi.key,
    authorizer: channelAuthorizer(secrets.soketi),
    renderPage,
    clientFolder,
  });
  answerRequests(server, app, vite);
  const gate = openSocketGate(server, {
    gateways: [push.gateway, pageUpgradeHandler(services.pageRooms)],
    authorize: liveAdmission(services, env, rooms),
    allowedOrigin: (request: IncomingMessage) => request.headers.origin === publicOrigin(env, headersOf(request)),
    refuseOthers: !vite,
    limits: { perUser: env.socketsPerUser, total: env.maxSockets },
    log,
  });

  sockets = gate;
  const lostSessions = endLostSessions({ db, log, bus }, gate);
  const url = await listen(server, env);
  listeningAt = new URL(url).origin;
  const workers = startWorkers(services, openDiscoveryTools(services, env));
  const monitoring = await startMonitoring(services, env, options);
  const figures = openFigures(services, { sockets: gate, maxSockets: env.maxSockets, requests, soketi, monitoring });
  const checkpoints = startEmptying(env, log);
  const setUpPath = setUp.link();
  const notices = await findNotices(services, { hadAccounts, admin: env.admin });
  for (const notice of notices) log.warn({ notice }, "notice at start");
  return {
    url,
    notices,
    setUpUrl: setUpPath && new URL(setUpPath, url).href,
    services,
    soketi,
    async stop() {
      await drainNode(nodes, server, gate);
      figures.end();
      // Whoever comes while rooms are closed would wait for a portal that has gone by the time it could answer.
      const { answered } = await stopListening(server);
      await Promise.all([services.pageRooms.stop(), lostSessions.stop()]);
      gate.stop();
      await answered;
      await monitoring.stop();
      await workers.stop();
      await services.browser.stop();
      await services.backups.stop();
      await restore.stop();
      await vite?.close();
      await push.stop();
      await bus.end();
      await soketi.stop();
      await checkpoints?.stop();
      await nodes.end();
      await db.destroy();
      await lock.end();
    },
  };
}

/** What every request and job works with; addresses in mails are those of PUBLIC_URL, else of the port listened on. */
async function openServices(
  env: Environment,
  log: Log,
  secrets: Secrets,
  given: Pick<Services, "db" | "live" | "bus" | "limits" | "nodes"> & {
    origin: () => string;
    browserProgram: string | undefined;
  },
) {
  const { db, live, bus, limits, nodes, origin, browserProgram: program } = given;
  const uploads = await openUploads(env, secrets);
  const { signingKey } = secrets;
  const withoutRooms = {
    db,
    live,
    bus,
    limits,
    nodes,
    uploads,
    disks: openDisks(env.dataDir),
    log,
    signingKey,
    vault: openVault(signingKey),
    jobs: openJobs(jobs),
    checks: openChecks(env.dataDir, { isOn: env.checks.isOn, isShared: nodes.isShared }),
    backups: openBackupRunner(env, partLog(log, "backup")),
    browser: openForeignBrowser(env, { log: partLog(log, "browser"), program }),
    baseUrl: () => env.publicUrl?.origin ?? origin(),
    now: () => new Date(),
  };
  return withPageRooms(withoutRooms, { isShared: nodes.isShared });
}

/** Who may open a socket, as whom, and which channels and rooms they may join; asked with every upgrade. */
function liveAdmission(services: Services, env: Environment, rooms: RecordRooms) {
  return async (request: IncomingMessage) => {
    const signedIn = await authenticate(services, env, headersOf(request));
    if (!signedIn) return undefined;
    const { user, preferences } = signedIn.session;
    const { id: userId, name, role } = user;
    const isInvisible = preferences?.isInvisible ?? false;
    const mayJoin = (channel: string) =>
      channel === userChannel(userId) || mayJoinChannel(role, channel, { isInvisible });
    const subscribeRooms: LiveAdmission["subscribeRooms"] = (connection) =>
      rooms.subscribe({ ...connection, mayBeIn: (record) => isReadable(services.db, record, { id: userId, role }) });
    const person = { id: userId, name, role, isInvisible };
    return { sessionId: signedIn.sessionId, userId, person, mayJoin, subscribeRooms };
  };
}

function answerRequests(server: Server, app: Hono<HttpEnv>, vite: ViteDevServer | undefined): void {
  const answer = getRequestListener(app.fetch);
  server.on("request", (request, response) => {
    if (vite) vite.middlewares(request, response, () => void answer(request, response));
    else void answer(request, response);
  });
}

async function startVite(server: Server) {
  const { createServer: createVite } = await import("vite");
  return createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
}
