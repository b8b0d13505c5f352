import { causeText } from "../../contract/checks/causes.ts";
import { checkConfigs } from "../../contract/checks/configs.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/time/durations.ts";
import type { ProbeOutcome } from "../../server/checks/probe.ts";
import { probe } from "../../server/checks/probes/probes.ts";
import { systemContext, transact } from "../../server/db/transact.ts";
import { openFigures } from "../../server/features/checks/figures.ts";
import { askReservedNames } from "../../server/features/checks/reserved-names.ts";
import { keepQuiet } from "../../server/features/maintenance/quiet.ts";
import { refreshAllSoftware } from "../../server/features/technologies/software.ts";
import { createSampleAgency } from "../../server/sample/agency.ts";
import type { Services } from "../../server/trpc/context.ts";
import { openAnswers } from "./answers.ts";
import { leadUpTo } from "./before-outage.ts";
import { type Cast, chooseCast } from "./cast.ts";
import { rememberLooks } from "./former-looks.ts";
import { rememberRuns } from "./former-runs.ts";
import { beginOf } from "./history.ts";
import { leadInside } from "./lead-inside.ts";
import { planLooks } from "./looks.ts";
import { receiveReports } from "./names/dmarc.ts";
import { askHolders } from "./names/holders.ts";
import { nameMailbox } from "./names/mailbox.ts";
import { nameEverything, reportTrouble } from "./names/names.ts";
import { noticeChanges } from "./names/noticed.ts";
import { rememberPorts } from "./open-ports.ts";
import { connectRegistrar } from "./registrar.ts";
import { openPages, planMaintenance, setCanaries, startReporting, technician } from "./scenery.ts";
import { openStage, readDemoSites, readSites, type Stage, undergo } from "./stage.ts";
import { beginWatching, outagesOf, playImpairment, playOutage } from "./story.ts";
import { slowMs, tempoOf } from "./tempo.ts";
import { connectWordPress } from "./wordpress.ts";
import { type World, writeOwn } from "./world.ts";
import { type Present, writePast } from "./write-past.ts";

interface Options {
  admin: { id: string; email?: string };
  dataDir: string;
  passwordHash?: string;
}

/**
 * Fills a fresh portal, whose own checker does not run, with the sample agency and with what the portal would have seen
 * of it in thirteen months; afterwards the servers of the demo answer for it as it is left.
 */
export async function createDemo(services: Services, { admin, dataDir, passwordHash }: Options): Promise<World> {
  askReservedNames(true);
  await createSampleAgency(services, admin, passwordHash ? { passwordHash } : {});
  const heartbeats = await prepare(services, dataDir);
  const stage = await openStage(services, dataDir);
  try {
    const cast = await chooseCast(stage);
    const world = await play(stage, cast, heartbeats);
    // Until the outage that is open now, everybody showed a certificate.
    writeOwn(dataDir, "world", { ...world, silent: [] });
    await writeAll(stage, cast, dataDir);
    await planLooks(services);
    // What was entered a year ago was supported then.
    await refreshAllSoftware(services);
    // While the past is written nothing leads to the mailbox, and a job that asks it would fail.
    await nameMailbox(stage);
    writeOwn(dataDir, "world", world);
    return world;
  } finally {
    stage.close();
  }
}

/** What reports by itself has checks as well, which are there before anything is played. */
async function prepare(services: Services, dataDir: string): Promise<World["heartbeats"]> {
  const stage = await openStage(services, dataDir);
  try {
    await setCanaries(stage);
    return await startReporting(stage, await chooseCast(stage));
  } finally {
    stage.close();
  }
}

/** How long ago what is not as it should be began. */
const began = { slowMs: 3 * hourMs, certificateMs: 13 * dayMs } as const;

async function play(stage: Stage, cast: Cast, heartbeats: World["heartbeats"]): Promise<World> {
  const { present, checks } = stage;
  await beginWatching(stage, new Date(beginOf(present.getTime() / 1000) * 1000));
  const pages = await openPages(stage, cast);
  const reporters = await connectWordPress(stage, await readSites(stage), technician);
  const outages = outagesOf(cast);
  for (const outage of outages.slice(0, -1)) await playOutage(stage, outage);
  const sites = await readDemoSites(stage);
  await rememberLooks(stage, sites);
  await rememberRuns(stage, sites, cast);
  await rememberPorts(stage, cast);
  const registrar = await connectRegistrar(stage);
  const questions = await askHolders(stage);
  const names = await nameEverything(stage);
  const notice = await reportTrouble(stage, cast);
  await receiveReports(stage, names);
  await noticeChanges(stage, names);
  const maintainedSince = await planMaintenance(stage, cast);
  const ending = checks.find(({ kind, name }) => kind === "tls" && name === cast.endingSoon.name);
  const slow = stage.speaking(cast.slow);
  const since = (ms: number) => new Date(present.getTime() - ms);
  const text = causeText("certificateWarning", "noch 4 Tage");
  if (ending)
    await playImpairment(stage, { check: ending, since: since(began.certificateMs), code: "certificateWarning", text });
  if (slow) await playImpairment(stage, { check: slow, since: since(began.slowMs), code: "slow", text: null });
  await leadUpTo(stage, cast);
  for (const outage of outages.slice(-1)) await playOutage(stage, outage);
  for (const at of [maintainedSince, present]) {
    stage.setClock(at);
    await transact(systemContext(stage.services), keepQuiet);
  }
  await readMostNotifications(stage);
  return {
    silent: [cast.broken, ...cast.broken.sites].map(({ name }) => name),
    slow: [cast.slow.name],
    endingSoon: [cast.endingSoon.name],
    secured: [...new Set(checks.flatMap(({ kind, name }) => (kind === "tls" ? [name] : [])))],
    heartbeats,
    reporters,
    pages: [...pages, ...questions],
    sites,
    registrar,
    names,
    notice,
  };
}

/** What the people of the agency were told of long ago they have read; nobody writes mails in a demo. */
async function readMostNotifications({ services, present }: Stage): Promise<void> {
  const before = new Date(present.getTime() - 45 * minuteMs).toISOString();
  await services.db
    .updateTable("notifications")
    .set((eb) => ({ readAt: eb.fn.coalesce("readAt", "createdAt") }))
    .where("category", "in", ["incident", "domain", "website", "certificate"])
    .where("createdAt", "<", before)
    .execute();
  await services.db.updateTable("notifications").set({ mailDueAt: null, inDigest: 0 }).execute();
}

async function writeAll(stage: Stage, cast: Cast, dataDir: string): Promise<void> {
  const { services, present } = stage;
  const slow = stage.speaking(cast.slow);
  if (slow)
    undergo(stage, [slow], {
      fromS: (present.getTime() - began.slowMs) / 1000,
      untilS: present.getTime() / 1000,
      outcome: "degraded",
      slower: slowMs / tempoOf(slow.name).ttfb,
    });
  const certificates = await readCertificates(stage, dataDir);
  await writePast(stage, { certificates, present: presentOf(stage, cast) });
  await openFigures()(services);
}

function presentOf(stage: Stage, cast: Cast): Map<string, Present> {
  const now = stage.present.getTime();
  const states = new Map<string, Present>();
  const outage = outagesOf(cast).at(-1);
  for (const target of outage?.targets ?? []) {
    const check = stage.speaking(target);
    if (check)
      states.set(check.id, {
        status: "offline",
        since: now - (outage?.agoMs ?? 0),
        cause: "refused",
        text: causeText("refused"),
      });
  }
  const slow = stage.speaking(cast.slow);
  if (slow) states.set(slow.id, { status: "degraded", since: now - began.slowMs, cause: "slow", text: null });
  const ending = stage.checks.find(({ kind, name }) => kind === "tls" && name === cast.endingSoon.name);
  if (ending)
    states.set(ending.id, {
      status: "degraded",
      since: now - began.certificateMs,
      cause: "certificateWarning",
      text: causeText("certificateWarning", "noch 4 Tage"),
    });
  return states;
}

/** Reads the certificates as the checker does, from the servers that will show them. */
async function readCertificates(stage: Stage, dataDir: string) {
  const answers = await openAnswers(dataDir, stage.present);
  const look = leadInside(probe, answers);
  const found = new Map<string, NonNullable<ProbeOutcome["certificate"]>>();
  try {
    const read = async ({ id, name, target }: Stage["checks"][number]) => {
      const config = checkConfigs.tls.parse({ host: name });
      const { certificate } = await look(
        { id, kind: "tls", target, config, secret: null, timeoutMs: 10_000 },
        {
          allowedNetworks: [],
          resolver: { resolveName: async () => [] },
          signal: AbortSignal.timeout(20_000),
          now: () => stage.present,
        },
      );
      if (certificate) found.set(name, certificate);
    };
    const secured = stage.checks.filter(({ kind }) => kind === "tls");
    for (let start = 0; start < secured.length; start += 16)
      await Promise.all(secured.slice(start, start + 16).map(read));
  } finally {
    await answers.close();
  }
  return found;
}
