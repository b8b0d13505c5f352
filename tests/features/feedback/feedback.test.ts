import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let people: Record<"admin" | "maintainer" | "author" | "colleague" | "reader", Person>;
let apis: Record<keyof typeof people, Api>;

const idea = { title: "Vorschaubilder in Tablet-Breite", area: "websites", kind: "idea" } as const;

beforeEach(async () => {
  office = await openOffice();
  people = {
    admin: await office.hire({ name: "Maren Ahlers", role: "admin" }),
    maintainer: await office.hire({ name: "Timo Brandt", role: "maintainer" }),
    author: await office.hire({ name: "Jana Petersen", role: "member" }),
    colleague: await office.hire({ name: "Kevin Okafor", role: "member" }),
    reader: await office.hire({ name: "Sofie Lindner", role: "readonly" }),
  };
  apis = {
    admin: await office.as(people.admin),
    maintainer: await office.as(people.maintainer),
    author: await office.as(people.author),
    colleague: await office.as(people.colleague),
    reader: await office.as(people.reader),
  };
});

async function give(body: Record<string, unknown> = {}, by: Api = apis.author) {
  const given = await by.feedback.give({ body: { ...idea, ...body } as never, files: [] });
  office.signals.length = 0;
  return given;
}

const sent = (event: string) => office.signals.filter((signal) => signal.event === event);
const bellOf = async (person: Person) =>
  (await office.services.db.selectFrom("notifications").selectAll().where("forUserId", "=", person.id).execute()).map(
    ({ title, message, link }) => ({ title, message, link }),
  );
const valuesOf = async (id: string, by: Api = apis.maintainer) => (await by.feedback.get({ id })).values;

describe("giving feedback", () => {
  it("is refused to strangers and to who may only look", async () => {
    const stranger = await office.as();
    const input = { body: idea, files: [] };
    expect(await refusalOf(stranger.feedback.give(input))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf(apis.reader.feedback.give(input))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(stranger.feedback.entry({ id: "x" }))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf(stranger.feedback.board({}))).toMatchObject({ code: "UNAUTHORIZED" });
  });

  it.each([
    ["title", { title: "Hm" }, "Titel: Bitte mindestens 5 Zeichen."],
    ["description", { kind: "bug" }, /^Beschreibung: /],
    [
      "description",
      { kind: "bug", description: "Was hast du getan?\n\nWas ist passiert?\n\nWas hast du erwartet?" },
      /^Beschreibung: /,
    ],
    ["area", { area: "mond" }, /^Bereich: /],
  ])("refuses a wrong %s", async (field, body, sentence) => {
    const refusal = await refusalOf(apis.author.feedback.give({ body: { ...idea, ...body } as never, files: [] }));
    expect(refusal.code).toBe("BAD_REQUEST");
    const wanted = typeof sentence === "string" ? sentence : expect.stringMatching(sentence);
    expect(refusal.fields[`body.${field}`]).toContainEqual(wanted);
  });

  it("refuses addresses outside of the portal, foreign files and too many of them", async () => {
    const context = { url: "//boese.example/", viewport: "1440 × 900", browser: "Firefox 140" };
    for (const input of [
      { body: idea, files: [], context },
      { body: idea, files: ["nicht-da"] },
      { body: idea, files: Array.from({ length: 11 }, (_, index) => `datei-${index}`) },
    ])
      expect(await refusalOf(apis.author.feedback.give(input))).toMatchObject({ code: "BAD_REQUEST" });
    expect((await apis.admin.feedback.list({})).totalItems).toBe(0);
  });

  it("leaves planning to maintainers", async () => {
    const refusal = await refusalOf(
      apis.author.feedback.give({ body: { ...idea, priority: "urgent" } as never, files: [] }),
    );
    expect(refusal.fields).toEqual({ "body.priority": [expect.any(String)] });
    const { id } = await give();
    expect(
      await refusalOf(apis.author.feedback.update({ params: { id }, body: { dueAt: "2026-12-01" }, version: 1 })),
    ).toMatchObject({ code: "BAD_REQUEST" });
    await apis.maintainer.feedback.update({ params: { id }, body: { dueAt: "2026-12-01" }, version: 1 });
    expect(await valuesOf(id)).toMatchObject({ dueAt: "2026-12-01" });
  });

  it("numbers the entry, votes and follows for its author and tells those who manage feedback", async () => {
    const context = { url: "/websites?q=weingut", viewport: "1440 × 900", browser: "Firefox 140" };
    const { id, number } = await apis.author.feedback.give({ body: idea, context, files: [] });
    expect(number).toBe("F-1");
    expect(await valuesOf(id)).toMatchObject({
      number: "F-1",
      status: "new",
      votes: 1,
      comments: 0,
      authorId: { id: people.author.id },
      lastActivityAt: "2026-11-20",
    });
    const entry = await apis.author.feedback.entry({ id });
    expect(entry).toMatchObject({ context, can: { edit: true, manage: false, withdraw: true } });
    expect(entry.voters.map(({ label }) => label)).toEqual(["Jana Petersen"]);
    expect(entry.followers.map(({ label }) => label)).toEqual(["Jana Petersen"]);
    expect(
      sent("newFeedback")
        .map(({ toUserId }) => toUserId)
        .sort(),
    ).toEqual([people.admin.id, people.maintainer.id].sort());
    expect(sent("newFeedback")[0]?.payload).toEqual({ feedback: { id, title: idea.title } });
    expect(await bellOf(people.admin)).toMatchObject([{ link: `/feedback/${id}` }]);
    expect(await bellOf(people.author)).toEqual([]);
  });

  it("does not tell a maintainer of their own entry", async () => {
    await apis.maintainer.feedback.give({ body: idea, files: [] });
    expect(sent("newFeedback").map(({ toUserId }) => toUserId)).toEqual([people.admin.id]);
  });

  it("finds what others have already asked for", async () => {
    const { id } = await give();
    await give({ title: "Wartungsfenster aus dem Kalender anlegen" });
    const found = await apis.colleague.feedback.similar({ title: "Vorschaubild für Tablets in der Breite" });
    expect(found).toMatchObject([{ id, number: "F-1", votes: 1, hasVoted: false }]);
    expect(await apis.colleague.feedback.similar({ title: "Vorschaubild", exceptId: id })).toEqual([]);
    expect(await apis.colleague.feedback.similar({ title: "ab" })).toEqual([]);
    expect(await apis.colleague.feedback.similar({ title: "Rechnungen stornieren" })).toEqual([]);
  });
});

describe("changing an entry", () => {
  it("is the author's until it is planned, then the maintainers'", async () => {
    const { id } = await give();
    const change = (title: string, version: number) => ({ params: { id }, body: { title }, version });
    expect(await refusalOf(apis.colleague.feedback.update(change("Etwas anderes", 1)))).toMatchObject({
      code: "FORBIDDEN",
    });
    await apis.author.feedback.update(change("Vorschau in Tablet-Breite", 1));
    await apis.maintainer.feedback.setStatus({ id, status: "planned", version: 2 });
    expect(await refusalOf(apis.author.feedback.update(change("Zu spät", 3)))).toMatchObject({
      code: "FORBIDDEN",
    });
    await apis.maintainer.feedback.update(change("Vorschau für Tablets", 3));
    expect(await apis.author.feedback.entry({ id })).toMatchObject({ can: { edit: false, withdraw: false } });
  });

  it("ends with the author while it is new and nobody else votes for it", async () => {
    const { id } = await give();
    expect(await refusalOf(apis.colleague.feedback.withdraw({ id }))).toMatchObject({ code: "FORBIDDEN" });
    await apis.colleague.feedback.vote({ id, on: true });
    expect(await refusalOf(apis.author.feedback.withdraw({ id }))).toMatchObject({ code: "FORBIDDEN" });
    await apis.colleague.feedback.vote({ id, on: false });
    await apis.author.feedback.withdraw({ id });
    expect(await refusalOf(apis.author.feedback.get({ id }))).toMatchObject({ code: "NOT_FOUND" });
    const kinds = await office.services.db
      .selectFrom("changes")
      .select("kind")
      .where("subjectId", "=", id)
      .orderBy("id")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(["feedback.created", "feedback.deleted"]);
  });

  it("is left to admins once others rely on it, by way of the archive", async () => {
    const { id, title } = await give();
    expect(await refusalOf(apis.author.feedback.archive({ id }))).toMatchObject({ code: "FORBIDDEN" });
    await apis.maintainer.feedback.archive({ id });
    expect(await refusalOf(apis.reader.feedback.vote({ id, on: true }))).toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await refusalOf(apis.maintainer.feedback.delete({ id, title }))).toMatchObject({ code: "FORBIDDEN" });
    await apis.admin.feedback.delete({ id, title });
    expect(await office.services.db.selectFrom("feedbackVotes").selectAll().execute()).toEqual([]);
  });
});

describe("the order of the list", () => {
  it("weighs votes against silence: every week takes one", async () => {
    const old = await give({ title: "Der alte Wunsch von vielen" });
    await apis.colleague.feedback.vote({ id: old.id, on: true });
    await apis.reader.feedback.vote({ id: old.id, on: true });
    const order = async () =>
      (await apis.reader.feedback.list({})).data.map(({ title, values }) => [title, values.weight]);
    office.advance(13 * 24 * 3_600_000);
    await give({ title: "Der frische Wunsch" });
    expect(await order()).toEqual([
      ["Der alte Wunsch von vielen", 2],
      ["Der frische Wunsch", 1],
    ]);
    office.advance(24 * 3_600_000);
    expect(await order()).toEqual([
      ["Der frische Wunsch", 1],
      ["Der alte Wunsch von vielen", 1],
    ]);
    await apis.reader.feedback.comment({ id: old.id, body: "Brauchen wir immer noch." });
    expect((await order())[0]).toEqual(["Der alte Wunsch von vielen", 3]);
  });
});

describe("votes and followers", () => {
  it("count everybody once, those who may only look included", async () => {
    const { id } = await give();
    expect(await refusalOf(apis.reader.feedback.vote({ id: "nicht-da", on: true }))).toMatchObject({
      code: "NOT_FOUND",
    });
    await apis.reader.feedback.vote({ id, on: true });
    await apis.reader.feedback.vote({ id, on: true });
    expect(await valuesOf(id)).toMatchObject({ votes: 2 });
    expect(sent("feedbackUpdated")).toHaveLength(2);
    await apis.author.feedback.vote({ id, on: false });
    await apis.reader.feedback.follow({ id, on: true });
    const entry = await apis.colleague.feedback.entry({ id });
    expect(entry.voters.map(({ label }) => label)).toEqual(["Sofie Lindner"]);
    expect(entry.followers.map(({ label }) => label)).toEqual(["Jana Petersen", "Sofie Lindner"]);
  });

  it("are what „Von mir“ and „Ich folge“ ask for", async () => {
    const { id } = await give();
    await give({ title: "Etwas ganz anderes" }, apis.colleague);
    const ids = async (by: Api, field: string) =>
      (await by.feedback.list({ where: [{ field, is: "oneOf", values: ["me"] }] })).data.map((row) => row.id);
    expect(await ids(apis.author, "authorId")).toEqual([id]);
    expect(await ids(apis.reader, "followers")).toEqual([]);
    await apis.reader.feedback.follow({ id, on: true });
    expect(await ids(apis.reader, "followers")).toEqual([id]);
    const quiet = { field: "lastActivityAt", is: "between", to: "-30d" } as const;
    expect((await apis.author.feedback.list({ where: [quiet] })).totalItems).toBe(0);
    office.advance(31 * 24 * 3_600_000);
    expect((await apis.author.feedback.list({ where: [quiet] })).totalItems).toBe(2);
  });
});
