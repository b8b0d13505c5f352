import { createHmac, timingSafeEqual } from "node:crypto";
import { type SiteExtension, type SiteReport, siteReport } from "../../../contract/site-reports/site-reports.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { type NewChangeEvent, recordChangeEvents } from "../change-events/record.ts";
import { fillReported, refreshSoftware } from "../technologies/software.ts";
import { keepVulnerabilities } from "../vulnerabilities/keep.ts";

/** How far the clocks of a website and of the portal may be apart. */
const maxSkewS = 15 * 60;

export type Received = "ok" | "unknown" | "unsigned" | "unreadable";

interface Delivery {
  publicId: string;
  body: string;
  /** `t=<seconds>,v1=<HMAC-SHA256 in hex over "t.body">` */
  signature: string;
}

/**
 * Takes what a website says of itself. Only what its own secret has signed lately counts, and each report once; nothing is
 * ever sent back that a website would act on.
 */
export async function receiveSiteReport(
  services: Pick<Services, "db" | "now" | "live" | "vault">,
  { publicId, body, signature }: Delivery,
): Promise<Received> {
  const { db, now, vault } = services;
  const row = await db
    .selectFrom("siteReporters")
    .innerJoin("websites", "websites.id", "siteReporters.websiteId")
    .select(["siteReporters.websiteId", "siteReporters.sealedSecret", "siteReporters.lastStamp"])
    .where("siteReporters.publicId", "=", publicId)
    .where("websites.archivedAt", "is", null)
    .executeTakeFirst();
  if (!row) return "unknown";
  const stamp = readSignature(vault.open(row.sealedSecret), { body, signature });
  if (stamp === undefined || Math.abs(now().getTime() / 1000 - stamp) > maxSkewS || stamp <= row.lastStamp)
    return "unsigned";
  const report = readReport(body, now());
  if (!report) return "unreadable";
  await transact(systemContext(services), async (tx) => {
    const known = await tx.db
      .selectFrom("siteReporters")
      .select("reportJson")
      .where("publicId", "=", publicId)
      .executeTakeFirst();
    const at = now().toISOString();
    const { numUpdatedRows } = await tx.db
      .updateTable("siteReporters")
      .set({ lastAt: at, lastStamp: stamp, reportJson: JSON.stringify(report) })
      .where("publicId", "=", publicId)
      .where("lastStamp", "<", stamp)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await follow(tx, row.websiteId, report, known?.reportJson ? JSON.parse(known.reportJson) : undefined);
  });
  return "ok";
}

/** When a body was signed, in seconds; undefined where it was not, or by somebody else. */
function readSignature(secret: string, { body, signature }: Omit<Delivery, "publicId">): number | undefined {
  const [, stamp = "", given = ""] = /^t=(\d{9,11}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (!stamp) return undefined;
  const expected = createHmac("sha256", secret).update(`${stamp}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(given, "hex")) ? Number(stamp) : undefined;
}

/** A backup from days ahead says nothing but that a clock was wrong: it is left out. */
function readReport(body: string, now: Date): SiteReport | undefined {
  try {
    const { data } = siteReport.safeParse(JSON.parse(body));
    const isAhead = data?.backup && data.backup.at * 1000 > now.getTime() + dayMs;
    return isAhead ? { ...data, backup: null } : data;
  } catch {
    return undefined;
  }
}

async function follow(tx: Tx, id: string, report: SiteReport, before: SiteReport | undefined): Promise<void> {
  const target = { type: "website", id } as const;
  const { wordpress, php } = report;
  const isFilled = await fillReported(tx, id, { cms: "WordPress", cmsVersion: wordpress.version, phpVersion: php });
  await refreshSoftware(tx, [id]);
  const isSaved = await keepBackup(tx, id, report.backup);
  const changes = before ? changesBetween(before, report) : adminChanges(undefined, report);
  await recordChangeEvents(
    tx,
    changes.map((change) => ({ ...change, target })),
  );
  const isNew = await keepVulnerabilities(tx, id, report);
  if (isFilled || isSaved || isNew) tx.announce({ kind: "website.updated", subject: target });
  tx.signal({ event: "recordsChanged", payload: { records: { type: "website", ids: [id] } } });
}

/** Notes a backup that is newer than the last one that is known, whoever told of that. Says whether anything changed. */
async function keepBackup(tx: Tx, id: string, backup: SiteReport["backup"]): Promise<boolean> {
  if (!backup) return false;
  const row = await tx.db
    .selectFrom("websites")
    .select(["backupTool", "backupLastAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return false;
  const day = portalDate(new Date(Math.min(backup.at * 1000, tx.now().getTime())));
  const values = {
    ...((row.backupLastAt === null || row.backupLastAt < day) && { backupLastAt: day }),
    ...(!row.backupTool && backup.tool && { backupTool: backup.tool }),
  };
  if (Object.keys(values).length === 0) return false;
  await tx.db.updateTable("websites").set(values).where("id", "=", id).execute();
  return true;
}

type Change = Pick<NewChangeEvent, "source" | "kind" | "part" | "before" | "after">;

/** What has changed inside a website between two reports. */
export function changesBetween(before: SiteReport, now: SiteReport): Change[] {
  const source = "technology" as const;
  const versions = [["WordPress", before.wordpress.version, now.wordpress.version] as const];
  const extensions = (report: SiteReport) =>
    new Map([...report.plugins, ...report.themes].map((each) => [each.slug, each] as const));
  const [was, is] = [extensions(before), extensions(now)];
  const shown = ({ name, version }: SiteExtension) => [`${name} ${version}`];
  const changes: Change[] = [];
  for (const [part, from, to] of [...versions, ...both(was, is)])
    if (from !== to) changes.push({ source, kind: "version", part, before: [from], after: [to] });
  for (const [slug, extension] of is)
    if (!was.has(slug))
      changes.push({ source, kind: "technology", part: extension.name, before: null, after: shown(extension) });
  for (const [slug, extension] of was)
    if (!is.has(slug))
      changes.push({ source, kind: "technology", part: extension.name, before: shown(extension), after: null });
  return [...changes, ...adminChanges(before, now)];
}

/**
 * Who may do everything now. Somebody hidden is told of as such alone, and also in the first report: nobody hides an
 * administrator with good intentions.
 */
function adminChanges(before: SiteReport | undefined, now: SiteReport): Change[] {
  const hiddenBefore = before?.hiddenAdmins ?? [];
  const hidden = now.hiddenAdmins ?? [];
  const changes = now.hiddenAdmins ? differences("hiddenAdmin", hiddenBefore, hidden) : [];
  // A plugin that looks into the database finds people whom the one before could not see.
  const hasSameScope = before && (before.hiddenAdmins === undefined) === (now.hiddenAdmins === undefined);
  if (!hasSameScope) return changes;
  const shown = (logins: readonly string[]) =>
    logins.filter((login) => !hidden.includes(login) && !hiddenBefore.includes(login));
  return [...changes, ...differences("adminUser", shown(before.admins), shown(now.admins))];
}

function differences(kind: "adminUser" | "hiddenAdmin", was: readonly string[], is: readonly string[]): Change[] {
  const source = "technology" as const;
  const come = is.filter((login) => !was.includes(login));
  const gone = was.filter((login) => !is.includes(login));
  return [
    ...come.map((login) => ({ source, kind, part: login, before: null, after: [login] })),
    ...gone.map((login) => ({ source, kind, part: login, before: [login], after: null })),
  ];
}

function both(was: ReadonlyMap<string, SiteExtension>, is: ReadonlyMap<string, SiteExtension>) {
  return [...is].flatMap(([slug, { name, version }]) => {
    const former = was.get(slug);
    return former ? [[name, former.version, version] as const] : [];
  });
}
