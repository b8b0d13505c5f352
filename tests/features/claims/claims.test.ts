import { beforeEach, describe, expect, it } from "vitest";
import { claimsOf } from "../../../server/features/claims/claims.ts";
import { tendClaims } from "../../../server/features/claims/commands.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let office: Office;
let [jana, timo, maren]: Person[] = [];
let janas: Api;
let timos: Api;
let task: { type: "task"; id: string };

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt" });
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  janas = await office.as(jana);
  timos = await office.as(timo);
  task = { type: "task", id: (await janas.task.create({ title: "Zertifikat tauschen" })).id };
  office.signals.length = 0;
});

const openQuestion = async () => {
  const chat = await timos.chat.create({ title: "Wer kennt das Passwort?", body: "?", clientId: "frage-nummer-eins" });
  await timos.chat.setQuestion({ id: chat.id, isQuestion: true });
  return { type: "question", id: chat.id } as const;
};

describe("taking care of something is refused", () => {
  it("to strangers, to who only reads, and for what is not there or done", async () => {
    const reader = await office.as(await office.hire({ role: "readonly" }));
    expect((await refusalOf((await office.as()).claim.claim(task))).code).toBe("UNAUTHORIZED");
    expect((await refusalOf(reader.claim.claim(task))).code).toBe("FORBIDDEN");
    for (const type of ["task", "feedback", "question", "deadline"] as const)
      expect((await refusalOf(janas.claim.claim({ type, id: "none" }))).code).toBe("NOT_FOUND");
    await janas.task.complete({ id: task.id });
    expect(await refusalOf(janas.claim.claim(task))).toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("for a chat that asks nothing", async () => {
    const { id } = await timos.chat.create({ title: "Nur so", body: "!", clientId: "kein-fragezeichen" });
    expect((await refusalOf(janas.claim.claim({ type: "question", id }))).code).toBe("NOT_FOUND");
  });

  it("to the second of two, who is told who was first", async () => {
    const both = await Promise.allSettled([janas.claim.claim(task), timos.claim.claim(task)]);
    const won = both.filter(({ status }) => status === "fulfilled");
    expect(won).toHaveLength(1);
    const lost = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    const { user } = (await janas.claim.get(task)) ?? {};
    expect(lost.reason).toMatchObject({ code: "CONFLICT", message: expect.stringContaining(user?.name ?? "nobody") });
    expect(lost.reason.message).toContain("10:13");
  });

  it("to release what somebody else takes care of, but to maintainers", async () => {
    await janas.claim.claim(task);
    expect((await refusalOf(timos.claim.release(task))).code).toBe("FORBIDDEN");
    await (await office.as(maren)).claim.release(task);
    expect(await janas.claim.get(task)).toBeNull();
  });
});

describe("whoever takes care of something", () => {
  it("is shown to everybody at once, and in the history", async () => {
    const claim = await janas.claim.claim(task);
    expect(claim).toMatchObject({ user: { id: jana?.id, name: "Jana Petersen" }, since: office.services.now() });
    expect(office.signals).toEqual([{ event: "claimChanged", payload: { claim: task } }]);
    expect((await timos.task.get({ id: task.id })).claim).toEqual(claim);
    await janas.claim.release(task);
    const history = await timos.task.history({ id: task.id });
    expect(history.map(({ label }) => label)).toEqual(["Kümmert sich nicht mehr", "Kümmert sich", "Aufgabe angelegt"]);
  });

  it("does so once, however often they say it", async () => {
    const first = await janas.claim.claim(task);
    office.advance(hour);
    expect(await janas.claim.claim(task)).toEqual(first);
    expect((await timos.task.history({ id: task.id })).length).toBe(2);
  });

  it("stands in the history of feedback, and no more when that is closed", async () => {
    const body = { title: "Etwas fehlt hier", kind: "idea", area: "wiki" };
    const { id } = await timos.feedback.create({ body });
    await janas.claim.claim({ type: "feedback", id });
    const { data } = await timos.change.list({ type: "feedback", id });
    expect(data[0]).toMatchObject({ what: "claimed", other: "Jana Petersen" });
    await (await office.as(maren)).feedback.setStatus({ id, status: "done", answer: "Ist da." });
    expect(await janas.claim.get({ type: "feedback", id })).toBeNull();
  });

  it("lets go when their account is closed", async () => {
    await janas.claim.claim(task);
    const admin = await office.as(await office.hire({ role: "admin" }));
    await admin.user.deactivate({ id: jana?.id as string });
    expect(await timos.claim.get(task)).toBeNull();
    expect(await timos.claim.claim(task)).toMatchObject({ user: { id: timo?.id } });
  });
});

describe("a claim on a question", () => {
  it("ends two hours after the last activity, and its person is asked before", async () => {
    const question = await openQuestion();
    await janas.claim.claim(question);
    office.advance(hour + 44 * minute);
    await tendClaims(office.services);
    const asked = () => janas.notification.list({ where: { forUserId: jana?.id as string } });
    expect((await asked()).data).toEqual([]);
    office.advance(minute);
    await tendClaims(office.services);
    await tendClaims(office.services);
    expect((await asked()).data.map(({ title }) => title)).toEqual(["Noch dran? „Wer kennt das Passwort?“"]);
    expect(await janas.claim.get(question)).toMatchObject({ isAsked: true });

    await janas.chat.send({ chatId: question.id, body: "Ich suche noch.", clientId: "eine-antwort-von-jana" });
    expect(await janas.claim.get(question)).toMatchObject({ isAsked: false });
    office.advance(2 * hour - minute);
    await tendClaims(office.services);
    expect(await janas.claim.get(question)).not.toBeNull();
    office.advance(minute);
    expect(await janas.claim.get(question)).toBeNull();
    await tendClaims(office.services);
    expect(await office.services.db.selectFrom("claims").selectAll().execute()).toEqual([]);
    expect(await timos.claim.claim(question)).toMatchObject({ user: { id: timo?.id } });
  });

  it("ends when the chat is resolved or asks no more", async () => {
    const question = await openQuestion();
    await janas.claim.claim(question);
    await timos.chat.setStatus({ id: question.id, status: "resolved" });
    await timos.chat.setStatus({ id: question.id, status: "open" });
    expect((await timos.chat.get({ id: question.id })).claim).toBeNull();
    await janas.claim.claim(question);
    await timos.chat.setQuestion({ id: question.id, isQuestion: false });
    expect((await refusalOf(janas.claim.get(question))).code).toBe("NOT_FOUND");
  });
});

describe("a claim on what has a date", () => {
  // The office opens on Friday 20 November 2026.
  it("holds for five working days", async () => {
    expect((await janas.claim.claim(task)).endsAt).toEqual(new Date("2026-11-27T23:00:00.000Z"));
    office.advance(7 * day);
    await tendClaims(office.services);
    expect(await janas.claim.get(task)).not.toBeNull();
    office.advance(day);
    await tendClaims(office.services);
    expect(await janas.claim.get(task)).toBeNull();
    expect((await janas.task.history({ id: task.id }))[0]).toMatchObject({ label: "Zusage abgelaufen", by: null });
  });

  it("never holds beyond the last day on which something can be done", async () => {
    await createRecord(janas, "domain", { name: "knapp.example", renewsAt: "2026-12-03", noticeDays: 10 });
    const { data } = await janas.deadline.list({});
    const cancel = data.find(({ kind }) => kind === "domainCancel");
    expect(cancel).toMatchObject({ dueOn: "2026-11-23" });
    const { endsAt } = await janas.claim.claim({ type: "deadline", id: cancel?.id ?? "" });
    expect(endsAt).toEqual(new Date("2026-11-23T23:00:00.000Z"));
  });

  it("ends when it is done or put off", async () => {
    await janas.claim.claim(task);
    await timos.task.snooze({ id: task.id, until: "2026-11-23" });
    expect(await janas.claim.get(task)).toBeNull();
    await janas.claim.claim(task);
    await timos.task.complete({ id: task.id });
    const { db, now } = office.services;
    expect((await claimsOf(db, "task", [task.id], now())).size).toBe(0);
  });
});
