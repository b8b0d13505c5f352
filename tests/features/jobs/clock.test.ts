import { beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import { beginAttempt, removeOldFailures } from "../../../server/auth/attempts.ts";
import { isRecent } from "../../../server/auth/recent.ts";
import { createSession, findSession, isDueForRenewal, keepAlive } from "../../../server/auth/sessions.ts";
import { transact } from "../../../server/db/transact.ts";
import { releaseFuture } from "../../../server/jobs/claims.ts";
import { isDue } from "../../../server/jobs/runner.ts";
import { queueMail } from "../../../server/mail/queue.ts";
import { jobs } from "../../../server/portal/schedule.ts";
import { openRateLimit } from "../../../server/rate-limit.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;

beforeEach(async () => {
  office = await openOffice();
});

describe("a clock that was a day ahead and came back", () => {
  it("keeps no job from running, one that repeats at once and a daily one at its next time", () => {
    const now = new Date("2026-11-20T09:13:00.000Z");
    const ahead = new Date(now.getTime() + dayMs);
    expect(jobs.filter((job) => !isDue(job, ahead, now)).map(({ name }) => name)).toEqual([]);
  });

  it("leaves callers of the interface what they had", () => {
    const take = openRateLimit(60);
    take("token", dayMs);
    expect(take("token", 0)).toMatchObject({ isAllowed: true, remaining: 58 });
  });

  it("locks nobody out for failures that lie ahead, and forgets them", async () => {
    const ctx = await office.contextOf();
    const tryOnce = () => beginAttempt(ctx, [{ kind: "account", value: "jana@agentur.example" }]);
    office.advance(dayMs);
    for (let count = 0; count < 5; count += 1) await tryOnce();
    expect(await tryOnce()).toHaveProperty("retryAfterMs");
    office.advance(-dayMs);
    expect(await tryOnce()).toHaveProperty("succeed");
    expect(await removeOldFailures(ctx)).toBe(5);
  });

  it("does not make a proof of who one is count for a day", async () => {
    const jana = await office.hire();
    office.advance(dayMs);
    const { sessionId = "" } = await office.contextOf(jana);
    expect(await isRecent(office.services.db, sessionId, office.services.now())).toBe(true);
    office.advance(-dayMs);
    expect(await isRecent(office.services.db, sessionId, office.services.now())).toBe(false);
  });

  it("does not keep sessions from being renewed", async () => {
    const { db, now } = office.services;
    const jana = await office.hire();
    office.advance(dayMs);
    const { token } = await createSession(db, { userId: jana.id, now: now() });
    office.advance(-dayMs);
    const signedIn = await findSession(db, token, now());
    if (!signedIn) throw new Error("the session is gone");
    expect(isDueForRenewal(signedIn, now())).toBe(true);
    await keepAlive(db, signedIn, now());
    expect((await findSession(db, token, now()))?.lastSeenAt).toEqual(now());
  });

  it("sends what was queued meanwhile, and lets what waits for its next attempt wait", async () => {
    const { db, now } = office.services;
    const ctx = await office.contextOf(await office.hire());
    const queue = (subject: string) =>
      transact(ctx, (tx) => queueMail(tx, { to: { email: "a@b.example", name: "A" }, subject, paragraphs: ["Hallo"] }));
    await queue("wartet");
    const later = new Date(now().getTime() + 3_600_000).toISOString();
    await db.updateTable("mails").set({ nextAttemptAt: later }).execute();
    office.advance(dayMs);
    await queue("aus der Zukunft");
    office.advance(-dayMs);
    await releaseFuture(office.services);
    expect(await db.selectFrom("mails").select(["subject", "nextAttemptAt"]).orderBy("subject").execute()).toEqual([
      { subject: "aus der Zukunft", nextAttemptAt: now().toISOString() },
      { subject: "wartet", nextAttemptAt: later },
    ]);
  });
});
