import type { FetchMessageObject } from "imapflow";
import { keptReportDays, maxReportBytes } from "../../../../contract/dmarc/dmarc.ts";
import type { MailboxOutcome } from "../../../../contract/dmarc/dmarc-mailbox.ts";
import { cleanName } from "../../../../contract/document/clean-text.ts";
import { isMailboxConfigured } from "../../../../contract/settings/dmarc-mailbox.ts";
import { dayMs, minuteMs, secondMs } from "../../../../contract/time/durations.ts";
import type { Db } from "../../../db/connection.ts";
import { systemContext } from "../../../db/transact.ts";
import { OutboundProblem } from "../../../outbound/outbound-problem.ts";
import { Problem } from "../../../problem.ts";
import { readSecret, readSettings } from "../../../settings/read-settings.ts";
import type { Services } from "../../../trpc/context.ts";
import { keepReport } from "../commands.ts";
import type { DmarcReport } from "../read-report.ts";
import { receiveDmarcReport } from "../receive.ts";
import { type Mailbox, type MailboxServer, openMailbox } from "./connection.ts";
import { MailboxFailure } from "./failures.ts";
import { forgetUnread, mailboxKeyOf, openProgress, type Progress, type UnreadPart } from "./progress.ts";
import { type ReportPart, reportPartsOf } from "./report-parts.ts";

/** What one run may take: the next one goes on where it stopped. */
const usual = {
  mails: 200,
  bytes: 100 * 1024 * 1024,
  answerMs: 20 * secondMs,
  runMs: 2 * minuteMs,
};
export type RunLimits = typeof usual;

/** A mail during which the connection ended so often is passed over, so that those after it are read. */
const maxTries = 3;
const pieceBytes = 256 * 1024;
/** Attachments are read one after the other, in turn with what people upload. */
const reader = "dmarc-mailbox";

type Needed = Pick<Services, "db" | "now" | "live" | "vault">;

/** The mailbox as it is set up; undefined where it is not. Throws a Problem where its password cannot be read. */
export async function readMailboxServer(services: Needed): Promise<MailboxServer | undefined> {
  const settings = await readSettings(services.db, "dmarcMailbox");
  if (!isMailboxConfigured(settings)) return undefined;
  const password = await readSecret(services, "dmarcMailbox", "password");
  if (password === undefined) return undefined;
  const { allowedNetworks } = await readSettings(services.db, "network");
  return { ...settings, password, allowedNetworks };
}

/**
 * Reads what is new in the mailbox, oldest first, and keeps the reports in it. May be ended at any time: a mail counts as
 * read only when its reports are stored. Throws a MailboxFailure, an OutboundProblem or a Problem that says why it could not go on.
 */
export async function fetchDmarcReports(services: Needed, limits: Partial<RunLimits> = {}): Promise<void> {
  const { mails, bytes, answerMs, runMs } = { ...usual, ...limits };
  await forgetUnread(services.db, services.now());
  const server = await readMailboxServer(services);
  if (!server) return;
  const mailbox = await openMailbox(server, { signal: AbortSignal.timeout(runMs), answerMs });
  try {
    // Held while reports are read, which may take long: the client then keeps a silent connection open.
    const lock = await mailbox.client.getMailboxLock(server.folder, { maxLockHoldTime: false });
    const uidValidity = mailbox.client.mailbox ? String(mailbox.client.mailbox.uidValidity) : "";
    const progress = await openProgress(services, mailboxKeyOf(server), uidValidity);
    await readNew({ services, server, mailbox, progress }, { mails, bytes });
    lock.release();
  } catch (error) {
    throw new MailboxFailure(mailbox.describe(error), { cause: error });
  } finally {
    await mailbox.close();
  }
}

interface Run {
  services: Needed;
  server: MailboxServer;
  mailbox: Mailbox;
  progress: Progress;
}

async function readNew(run: Run, limits: Pick<RunLimits, "mails" | "bytes">): Promise<void> {
  const { services, mailbox, progress } = run;
  const since = new Date(services.now().getTime() - keptReportDays * dayMs);
  mailbox.takeRefusal();
  const found = await mailbox.client.search({ uid: `${progress.lastUid + 1}:*`, since }, { uid: true });
  if (!found) throw mailbox.takeRefusal() ?? new OutboundProblem("Der Server sagt nicht, was im Ordner liegt.");
  // A server asked for what lies behind its last mail answers with that one.
  const fresh = found.filter((uid) => uid > progress.lastUid).sort((one, other) => one - other);
  const outcome: MailboxOutcome = { reports: 0, known: 0, others: 0, unread: 0, hasMore: fresh.length > limits.mails };
  let left = limits.bytes;
  try {
    for (const uid of fresh.slice(0, limits.mails)) {
      if (left <= 0) {
        outcome.hasMore = true;
        break;
      }
      const before = mailbox.client.stats().received;
      await readMail(run, uid, outcome);
      left -= mailbox.client.stats().received - before;
    }
  } finally {
    await progress.conclude(outcome);
  }
}

async function readMail(run: Run, uid: number, outcome: MailboxOutcome): Promise<void> {
  const { mailbox, progress } = run;
  if ((await progress.begin()) > maxTries) {
    outcome.unread += 1;
    const reason = `Die Verbindung ist ${maxTries}-mal abgebrochen, während diese Nachricht gelesen wurde.`;
    const unknown = { sender: "", subject: `Nachricht ${uid}`, sentAt: undefined, file: undefined };
    await progress.finish(uid, [{ ...unknown, reason }]);
    return;
  }
  const query = { uid: true, envelope: true, bodyStructure: true };
  const mail = await mailbox.client.fetchOne(String(uid), query, { uid: true });
  const parts = mail ? reportPartsOf(mail.bodyStructure) : [];
  if (!mail || parts.length === 0) {
    if (mail) outcome.others += 1;
    await progress.finish(uid, []);
    return;
  }
  const unread: UnreadPart[] = [];
  for (const part of parts) {
    const reason = await takePart(run, uid, part, outcome);
    if (reason !== undefined) unread.push({ ...headOf(mail), file: part.file, reason });
  }
  outcome.unread += unread.length;
  if (unread.length === 0) {
    await progress.excuse();
    await putAway(run, uid);
  }
  await progress.finish(uid, unread);
}

/** Keeps the report in an attachment; returns why it cannot, and throws where that is not the attachment's fault. */
async function takePart(
  { services, mailbox }: Run,
  uid: number,
  part: ReportPart,
  outcome: MailboxOutcome,
): Promise<string | undefined> {
  try {
    const { content } = await mailbox.client.download(String(uid), part.id, {
      uid: true,
      // One more than is taken, so that what is too large is refused as such.
      maxBytes: maxReportBytes + 1,
      chunkSize: pieceBytes,
      decodeText: false,
    });
    if (!content) return "Der Server gibt diesen Anhang nicht heraus.";
    const report = await receiveDmarcReport(reader, content);
    await keep(services, report);
    outcome.reports += 1;
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "conflict") outcome.known += 1;
    else if (error.code === "invalid") return error.message.replace(/^Bericht: /, "");
    else throw error;
    return undefined;
  }
}

async function keep(services: Needed, report: DmarcReport): Promise<void> {
  const domainId = await findDomain(services.db, report.domain);
  if (domainId === undefined)
    throw new Problem("invalid", { message: `Er ist für ${report.domain}; diese Domain gibt es im Portal nicht.` });
  await keepReport(systemContext(services), domainId, report);
}

/** The domain that a report is for, or the one above it. */
async function findDomain(db: Db, name: string): Promise<string | undefined> {
  const labels = name.split(".");
  const names = labels.map((_, start) => labels.slice(start).join(".")).slice(0, 20);
  const rows = await db
    .selectFrom("domains")
    .select(["id", "nameAce"])
    .where("nameAce", "in", names)
    .where("archivedAt", "is", null)
    .execute();
  const [nearest] = rows.sort((one, other) => other.nameAce.length - one.nameAce.length);
  return nearest?.id;
}

/** Marks a mail as read, or moves it; a folder that is not there yet is made. */
async function putAway({ server, mailbox }: Run, uid: number): Promise<void> {
  const { client } = mailbox;
  const { afterReading, archiveFolder } = server;
  const act = () =>
    afterReading === "move"
      ? client.messageMove(String(uid), archiveFolder, { uid: true })
      : client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
  mailbox.takeRefusal();
  if (await act()) return;
  let refusal = mailbox.takeRefusal();
  if (afterReading === "move" && isMissing(refusal)) {
    await client.mailboxCreate(archiveFolder);
    if (await act()) return;
    refusal = mailbox.takeRefusal();
  }
  const attempted = afterReading === "move" ? "verschieben" : "als gelesen markieren";
  const message = `Der Server lässt Nachrichten in diesem Ordner nicht ${attempted}.`;
  throw refusal ?? new MailboxFailure({ code: "readOnly", message });
}

const isMissing = (refusal: unknown) =>
  refusal instanceof Error && "serverResponseCode" in refusal && refusal.serverResponseCode === "TRYCREATE";

function headOf({ envelope }: FetchMessageObject): Pick<UnreadPart, "sender" | "subject" | "sentAt"> {
  const [from] = envelope?.from ?? [];
  const sentAt = envelope?.date === undefined ? undefined : new Date(envelope.date);
  return {
    sender: cleanName(from?.address || from?.name || "", 254),
    subject: cleanName(envelope?.subject ?? "", 200),
    sentAt: sentAt && !Number.isNaN(sentAt.getTime()) ? sentAt : undefined,
  };
}
