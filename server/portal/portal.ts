import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { ViteDevServer } from "vite";
import { mayJoinChannel } from "../../contract/live/live-events.ts";
import { setPortalTimeZone } from "../../contract/time/time-zone.ts";
import { setPortalCalendar } from "../../contract/time/work-calendar.ts";
import { openChecks } from "../checks/access.ts";
import { startCheckpoints } from "../db/checkpoints.ts";
import { openDatabase } from "../db/connection.ts";
import { migrateToLatest } from "../db/migrate.ts";
import type { Environment } from "../env.ts";
import { startChannels } from "../features/channels/deliver.ts";
import { fillDeadlines } from "../features/deadlines/mend.ts";
import { recordDowntime } from "../features/files/downtimes.ts";
import { settleImports } from "../features/imports/runs.ts";
import { startIncidentMessages } from "../features/incidents/messages.ts";
import { startMaintenance } from "../features/maintenance/quiet.ts";
import { startPageBoxes } from "../features/tasks/page-boxes.ts";
import { rollOver } from "../features/terms/roll-over.ts";
import { openSetUp } from "../features/users/set-up.ts";
import { startWebhooks } from "../features/webhooks/deliver.ts";
import { pageUpgradeHandler } from "../features/wiki/collab/upgrade-handler.ts";
import { startAttachmentTexts } from "../features/wiki/transfer/attachment-texts.ts";
import { settlePageImports } from "../features/wiki/transfer/import-work.ts";
import { withPageRooms } from "../features/wiki/with-page-rooms.ts";
import { openUploads } from "../files/uploads.ts";
import { createApp, type HttpEnv } from "../http/app.ts";
import { drain, listen } from "../http/listen.ts";
import { headersOf, publicOrigin } from "../http/origin.ts";
import { builtPages, clientFolder, developmentPages, type RenderPage } from "../http/pages.ts";
import { authenticate } from "../http/request-context.ts";
import { openSocketGate, type SocketGate } from "../http/sockets/socket-gate.ts";
import { type Hold, holdAlone, releaseClaims } from "../jobs/claims.ts";
import { openJobs, startJobs } from "../jobs/runner.ts";
import { channelAuthorizer } from "../live/channel-authorizer.ts";
import { pusherPublisher } from "../live/pusher-publisher.ts";
import { RecordRooms } from "../live/record-rooms.ts";
import { userChannel } from "../live/user-channel.ts";
import type { Log } from "../log.ts";
import { unlessFull } from "../problem.ts";
import { isOpen, isReadable } from "../records/readable.ts";
import { createSampleAgency } from "../sample/agency.ts";
import { startIndexMerging } from "../search/merge-index.ts";
import { startNameQueue } from "../search/name-queue.ts";
import { loadSecrets, readSecrets, type Secrets } from "../secrets.ts";
import { readSettings } from "../settings/read-settings.ts";
import { type LiveAdmission, soketiGateway } from "../soketi/socket-proxy.ts";
import { type Soketi, startSoketi } from "../soketi/supervisor.ts";
import { asStartProblem } from "../start-problem.ts";
import type { Services } from "../trpc/context.ts";
import { openVault } from "../vault.ts";
import { startMailer } from "./mailer.ts";
import { startMonitoring } from "./monitoring.ts";
import { jobs } from "./schedule.ts";
import { findNotices } from "./start-notices.ts";

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

/** Starts the whole process tree of design.md section 5; rejects with a StartProblem when the host is not ready for it. */
export async function startPortal(
  env: Environment,
  log: Log,
  options: { renderPage?: RenderPage } = {},
): Promise<Portal> {
  let hold: Hold | undefined;
  try {
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
    hold = holdAlone(env.dataDir);
    return await startOn(hold, env, log, options);
  } catch (error) {
    hold?.end();
    throw asStartProblem(error, env.dataDir) ?? error;
  }
}

async function startOn(hold: Hold, env: Environment, log: Log, options: { renderPage?: RenderPage }): Promise<Portal> {
  const { db, secrets } = await openData(env, log);
  const soketi = await startSoketi({
    configFile: path.resolve(import.meta.dirname, "../../soketi.json"),
    dataDir: env.dataDir,
    port: env.soketiPort,
    app: secrets.soketi,
    log: log.child({ part: "soketi" }),
  });

  const server = createServer();
  let sockets: SocketGate | undefined;
  const rooms = new RecordRooms({ log, isOpen });
  const publisher = pusherPublisher({
    app: secrets.soketi,
    port: soketi.port,
    log,
    checksPayloads: env.mode !== "production",
    disconnect: (target) =>
      "userId" in target ? sockets?.closeUser(target.userId) : sockets?.closeSession(target.sessionId),
  });
  let listeningAt = "";
  const services = await openServices(env, log, secrets, {
    db,
    live: {
      ...publisher,
      publish(signals) {
        void rooms.applySignals(signals);
        return publisher.publish(signals);
      },
    },
    origin: () => listeningAt,
  });
  const general = await readSettings(db, "general");
  setPortalTimeZone(general.timeZone);
  setPortalCalendar(general);
  // Before anybody is served: no page shows a date that has passed while the portal was off.
  await unlessFull(rollOver(services));
  await unlessFull(fillDeadlines(services));
  const hadAccounts = (await db.selectFrom("users").select("id").executeTakeFirst()) !== undefined;
  const setUp = await openSetUp(services, { admin: env.admin, createSampleData: createSampleAgency });

  const vite = env.mode === "development" ? await startVite(server) : undefined;
  const app = createApp({
    services,
    env,
    setUp,
    soketiState: () => soketi.state(),
    appKey: secrets.soketi.key,
    authorizer: channelAuthorizer(secrets.soketi),
    renderPage: options.renderPage ?? (vite ? developmentPages(vite) : await builtPages()),
    clientFolder,
  });
  answerRequests(server, app, vite);
  const { pageRooms } = services;
  sockets = openSocketGate(server, {
    gateways: [
      soketiGateway({ appKey: secrets.soketi.key, soketiPort: () => soketi.port, log }),
      pageUpgradeHandler(pageRooms),
    ],
    authorize: liveAdmission(services, env, rooms),
    allowedOrigin: (request: IncomingMessage) => request.headers.origin === publicOrigin(env, headersOf(request)),
    refuseOthers: !vite,
    socketsPerUser: env.socketsPerUser,
    log,
  });

  const url = await listen(server, env);
  listeningAt = new URL(url).origin;
  const workers = startWorkers(services);
  const monitoring = await startMonitoring(services, env);
  const checkpoints = startCheckpoints(env.dataDir, {
    onError: (err) => log.error({ err }, "checkpoint failed"),
  });
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
      await pageRooms.stop();
      sockets?.stop();
      await drain(server);
      await monitoring.stop();
      await workers.stop();
      await vite?.close();
      await publisher.drain();
      await soketi.stop();
      await checkpoints.stop();
      await db.destroy();
      hold.end();
    },
  };
}

/** The database at its latest schema and the secrets beside it; what an earlier run left claimed is free again. */
async function openData(env: Environment, log: Log) {
  const known = readSecrets(env.dataDir);
  const db = openDatabase(env.dataDir);
  const applied = await migrateToLatest(db, env.dataDir);
  if (applied.length > 0) log.info({ applied }, "database migrated");
  await unlessFull(releaseClaims(db, new Date()));
  await unlessFull(recordDowntime(db, new Date()));
  const secrets = known ?? loadSecrets(env.dataDir);
  return { db, secrets };
}

/** What every request and job works with; addresses in mails are those of PUBLIC_URL, else of the port listened on. */
async function openServices(
  env: Environment,
  log: Log,
  secrets: Secrets,
  { db, live, origin }: Pick<Services, "db" | "live"> & { origin: () => string },
) {
  const uploads = await openUploads(env, secrets);
  const { signingKey } = secrets;
  return withPageRooms({
    ...{ db, live, uploads, log, signingKey },
    vault: openVault(signingKey),
    jobs: openJobs(jobs),
    checks: openChecks(env.dataDir, env.checks),
    baseUrl: () => env.publicUrl?.origin ?? origin(),
    now: () => new Date(),
  });
}

/** What works through jobs and queues beside the requests. */
function startWorkers(services: Services) {
  const workers = [
    startJobs(services),
    startMailer(services),
    startIncidentMessages(services),
    startMaintenance(services),
    startWebhooks(services),
    startChannels(services),
    startAttachmentTexts(services),
    startPageBoxes(services),
    startNameQueue(services),
    startIndexMerging(services),
  ];
  return {
    async stop() {
      for (const worker of workers) await worker.stop();
      await settleImports(services, { stop: true });
      await settlePageImports(services, { stop: true });
    },
  };
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
