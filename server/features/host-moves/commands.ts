import type { z } from "zod";
import {
  daysAfterMove,
  daysBeforeMove,
  lowTtlSeconds,
  type planMove as planInput,
  type sendHostInfo as sendInput,
  usualChecklist,
  websitesPlaceholder,
} from "../../../contract/host-moves/host-moves.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { type Tx, transact } from "../../db/transact.ts";
import { queueMail } from "../../mail/queue.ts";
import { forbidden, invalidField } from "../../problem.ts";
import { updateRecordIn } from "../../records/commands.ts";
import { findCreatedId, noteCreation } from "../../records/forms/creations.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { domains } from "../domains/store.ts";
import { createTaskIn } from "../tasks/commands.ts";
import { listMovable, readHost, readInformed } from "./queries.ts";

export interface PlannedMove {
  taskIds: string[];
  domainIds: string[];
}

/**
 * „Umzug planen …“: a task with a checklist for each website, one in time for the TTL, and domains whose changes count as
 * planned until it is over. Nothing moves by itself.
 */
export async function planMove(
  ctx: PersonContext,
  { hostId, targetHostId, websiteIds, movesOn, templateId, assigneeUserId, creationId }: z.output<typeof planInput>,
): Promise<PlannedMove> {
  if (targetHostId === hostId) throw invalidField("targetHostId", "Ziel: Bitte einen anderen Hoster wählen.");
  const today = portalDate(ctx.now());
  if (movesOn < today) throw invalidField("movesOn", "Umzug am: Der Tag liegt in der Vergangenheit.");
  return transact(ctx, async (tx) => {
    const known = creationId && (await findCreatedId(tx, ctx, { type: "task", creationId }));
    if (known) return { taskIds: [known], domainIds: [] };
    const [from, to] = [await readHost(tx.db, hostId), await readHost(tx.db, targetHostId)];
    if (to.archivedAt) throw forbidden("Dieser Hoster liegt im Archiv.");
    const movable = await listMovable({ ...ctx, db: tx.db }, { id: hostId });
    const moved = movable.filter(({ id }) => websiteIds.includes(id));
    if (moved.length < new Set(websiteIds).size)
      throw invalidField("websiteIds", "Websites: Eine davon liegt nicht mehr auf diesem Hoster.");
    const ttl = await createTaskIn(tx, ctx, {
      title: `TTL senken vor dem Umzug ${from.title} → ${to.title}`.slice(0, 200),
      text: ttlText(moved, movesOn),
      targetType: "host",
      targetId: hostId,
      assigneeUserId,
      dueOn: latest(today, addDays(movesOn, -daysBeforeMove)),
    });
    if (creationId) await noteCreation(tx, ctx, { type: "task", creationId, id: ttl.id });
    const taskIds = [ttl.id];
    for (const website of moved) {
      const { id } = await createTaskIn(tx, ctx, {
        title: `Umzug ${website.label}: ${from.title} → ${to.title}`.slice(0, 200),
        targetType: "website",
        targetId: website.id,
        assigneeUserId,
        dueOn: movesOn,
        ...(templateId ? { templateId } : { checklist: usualChecklist.map((text) => ({ text, isDone: false })) }),
      });
      taskIds.push(id);
    }
    return { taskIds, domainIds: await expectChanges(tx, ctx, moved, addDays(movesOn, daysAfterMove)) };
  });
}

const latest = (one: string, other: string) => (one > other ? one : other);

type Moved = Awaited<ReturnType<typeof listMovable>>[number];

function ttlText(moved: readonly Moved[], movesOn: string): string {
  const lines = moved.map(({ label, url, ttlSeconds }) => {
    const known = ttlSeconds === null ? "TTL unbekannt" : `TTL ${ttlSeconds} s`;
    return `- ${label} (${new URL(url).hostname}): ${known}${ttlSeconds !== null && ttlSeconds <= lowTtlSeconds ? ", niedrig genug" : ""}`;
  });
  return `Bis zum Umzug am ${formatCalendarDate(movesOn)} die TTL der A- und AAAA-Einträge auf ${lowTtlSeconds} s senken:\n\n${lines.join("\n")}`.slice(
    0,
    5000,
  );
}

/** What is expected for longer already stays so. */
async function expectChanges(tx: Tx, ctx: PersonContext, moved: readonly Moved[], until: string): Promise<string[]> {
  const ids = [...new Set(moved.flatMap((website) => website.domains.map(({ id }) => id)))];
  for (const id of ids) {
    const domain = await tx.db.selectFrom("domains").select("movingUntil").where("id", "=", id).executeTakeFirst();
    if (!domain || (domain.movingUntil ?? "") >= until) continue;
    await updateRecordIn(tx, domains, ctx, { params: { id }, body: { movingUntil: until } });
  }
  return ids;
}

/**
 * Sends what a person has made of the draft, to each contact a mail of their own about their websites and no others; sent
 * again under the same `creationId` nothing leaves twice.
 */
export async function sendHostInfo(
  ctx: PersonContext,
  { id, contactIds, subject, text, creationId }: z.output<typeof sendInput>,
): Promise<{ sent: number }> {
  return transact(ctx, async (tx) => {
    const host = await readHost(tx.db, id);
    const { recipients } = await readInformed(tx.db, id);
    const wanted = new Set(contactIds);
    const chosen = recipients.filter(({ contactId }) => wanted.has(contactId));
    if (creationId && (await findCreatedId(tx, ctx, { type: "hostInfo", creationId }))) return { sent: chosen.length };
    if (chosen.length < wanted.size)
      throw invalidField("contactIds", "Empfänger: Jemand davon hat keine E-Mail-Adresse oder keine Website hier.");
    for (const { email, name, websites } of chosen)
      await queueMail(tx, {
        to: { email, name },
        kind: "hostInfo",
        subject,
        paragraphs: text
          .replaceAll(websitesPlaceholder, websites.map((title) => `- ${title}`).join("\n"))
          .split(/\n{2,}/)
          .filter((paragraph) => paragraph.trim() !== ""),
      });
    await tx.record({
      kind: "host.informed",
      subject: { type: "host", id },
      after: { title: host.title, recipients: chosen.map(({ name, customer }) => `${name} (${customer.label})`) },
    });
    if (creationId) await noteCreation(tx, ctx, { type: "hostInfo", creationId, id });
    return { sent: chosen.length };
  });
}
