import { sql } from "kysely";
import { dayMs, hourMs } from "../../../../contract/time/durations.ts";
import type { LinkCheckTable } from "../../../db/tables/pages.ts";
import { systemContext, transact } from "../../../db/transact.ts";
import { send } from "../../../outbound/guarded-fetch.ts";
import { OutboundProblem, OutboundRefusal } from "../../../outbound/outbound-problem.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import type { Services } from "../../../trpc/context.ts";

/** A link that holds is asked once a month; a broken one daily, so that it leaves the list once it is fixed. */
const againMs = { ok: 30 * dayMs, refused: 30 * dayMs, doubtful: hourMs, broken: dayMs };
const hostsAtOnce = 6;
/** A run leaves the rest to the next, so that other jobs and a portal that stops need not wait. */
const runMs = 8000;
const linksPerRun = 200;
/** When so many hosts are silent at once and none answers, it is the portal's own way to the internet. */
const silentHosts = 3;

interface DueLink {
  url: string;
  state: LinkCheckTable["state"] | null;
  problem: string | null;
  failures: number | null;
  brokenSince: string | null;
}

/** Asks the links of published pages that are due, one at a time of each host, and keeps what came of it. */
export async function checkLinks(services: Pick<Services, "db" | "now" | "live" | "log" | "fence">): Promise<number> {
  const { db, now, log } = services;
  const { checksLinks, allowedNetworks } = await readSettings(db, "network");
  if (!checksLinks) return 0;
  const { rows: due } = await sql<DueLink>`
    select distinct l.url, c.state, c.problem, c.failures, c.broken_since, coalesce(c.due_at, '') as due_at from page_links as l
      join pages as p on p.id = l.page_id left join link_checks as c on c.url = l.url
    where p.archived_at is null and p.is_template = 0 and p.status = 'published' and p.private_to_id is null
      and (c.url is null or c.due_at <= ${now().toISOString()})
    order by due_at, l.url limit ${linksPerRun}`.execute(db);
  const answers = await askAll(due, allowedNetworks);
  const isJudged = !isOwnFault(answers);
  if (!isJudged) log.warn({ links: answers.size }, "no link answered: the portal does not reach the internet");
  await transact(systemContext(services), async (tx) => {
    for (const [link, answer] of answers) {
      const kept = isJudged ? toCheck(link, answer, tx.now()) : toWaiting(link, tx.now());
      await tx.db
        .insertInto("linkChecks")
        .values({ url: link.url, ...kept })
        .onConflict((conflict) => conflict.column("url").doUpdateSet(kept))
        .execute();
    }
    await tx.db
      .deleteFrom("linkChecks")
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("pageLinks").select("url").whereRef("pageLinks.url", "=", "linkChecks.url"))),
      )
      .execute();
  });
  return answers.size;
}

/** Makes every link due, for somebody who wants to know now. */
export async function askForAllLinks({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db.updateTable("linkChecks").set({ dueAt: now().toISOString() }).execute();
}

async function askAll(due: readonly DueLink[], allowedNetworks: readonly string[]): Promise<Map<DueLink, LinkAnswer>> {
  const answers = new Map<DueLink, LinkAnswer>();
  const hosts = [...Map.groupBy(due, ({ url }) => new URL(url).host).values()];
  const end = performance.now() + runMs;
  const work = async () => {
    for (let links = hosts.shift(); links; links = hosts.shift())
      for (const link of links) {
        if (performance.now() > end) return;
        answers.set(link, await askLink(link.url, { allowedNetworks }));
      }
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, work));
  return answers;
}

function isOwnFault(answers: ReadonlyMap<DueLink, LinkAnswer>): boolean {
  const asked = [...answers].filter(([, { state }]) => state !== "refused");
  const isSilent = ([, answer]: [DueLink, LinkAnswer]) => answer.state === "broken" && !answer.hasAnswered;
  return new Set(asked.map(([{ url }]) => new URL(url).host)).size >= silentHosts && asked.every(isSilent);
}

/** Nothing is known anew; it is asked again in an hour. */
function toWaiting({ state, problem, failures, brokenSince }: DueLink, now: Date) {
  return {
    state: state ?? ("doubtful" as const),
    problem,
    failures: failures ?? 0,
    brokenSince,
    checkedAt: now.toISOString(),
    dueAt: new Date(now.getTime() + againMs.doubtful).toISOString(),
  };
}

function toCheck({ failures, brokenSince }: DueLink, answer: LinkAnswer, now: Date) {
  const at = now.toISOString();
  const dueIn = (ms: number) => new Date(now.getTime() + ms).toISOString();
  if (answer.state !== "broken")
    return {
      state: answer.state,
      problem: answer.state === "refused" ? answer.problem : null,
      failures: 0,
      checkedAt: at,
      brokenSince: null,
      dueAt: dueIn(againMs[answer.state]),
    };
  const times = (failures ?? 0) + 1;
  // Once can be an accident; a second time, an hour later, is not.
  const isBroken = answer.isCertain || times > 1;
  return {
    state: isBroken ? ("broken" as const) : ("doubtful" as const),
    problem: answer.problem,
    failures: times,
    checkedAt: at,
    brokenSince: brokenSince ?? at,
    dueAt: dueIn(isBroken ? againMs.broken : againMs.doubtful),
  };
}

/** What is behind a link: something, nothing, or what the portal may not ask for. */
type LinkAnswer =
  | { state: "ok" }
  | { state: "refused"; problem: string }
  /** `isCertain` is what the server says itself; everything else may be over in an hour. */
  | { state: "broken"; problem: string; isCertain: boolean; hasAnswered: boolean };

const timeoutMs = 6000;
/** Enough to know that something comes. */
const maxBytes = 1024;
/** Something is there, but not for a program or not for strangers. */
const closed = new Set([401, 402, 403, 405, 406, 407, 409, 425, 429, 451]);

/** Asks a link by HEAD, and by GET where that says nothing. Never throws because of what is on the other side. */
async function askLink(url: string, { allowedNetworks }: { allowedNetworks: readonly string[] }): Promise<LinkAnswer> {
  const ask = async (method: "HEAD" | "GET"): Promise<LinkAnswer | undefined> => {
    try {
      const { status } = await send({ url, method, allowedNetworks, timeoutMs, maxBytes });
      if (method === "HEAD" && status >= 300) return undefined;
      return judge(status);
    } catch (error) {
      if (error instanceof OutboundRefusal) return { state: "refused", problem: error.message };
      if (!(error instanceof OutboundProblem)) throw error;
      if (method === "HEAD") return undefined;
      return { state: "broken", problem: error.message, isCertain: false, hasAnswered: false };
    }
  };
  return (await ask("HEAD")) ?? ((await ask("GET")) as LinkAnswer);
}

function judge(status: number): LinkAnswer {
  if (status < 400 || closed.has(status)) return { state: "ok" };
  const isGone = status === 404 || status === 410;
  const problem = isGone
    ? `Dort gibt es diese Seite nicht (${status}).`
    : `Die Gegenstelle meldet einen Fehler (${status}).`;
  return { state: "broken", problem, isCertain: isGone, hasAnswered: true };
}
