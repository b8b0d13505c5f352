import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let people: Record<"maintainer" | "author" | "voter" | "follower" | "stranger", Person>;
let apis: Record<keyof typeof people, Api>;

beforeEach(async () => {
  office = await openOffice();
  people = {
    maintainer: await office.hire({ name: "Timo Brandt", role: "maintainer" }),
    author: await office.hire({ name: "Jana Petersen" }),
    voter: await office.hire({ name: "Kevin Okafor" }),
    follower: await office.hire({ name: "Sofie Lindner", role: "readonly" }),
    stranger: await office.hire({ name: "Malte Grothe" }),
  };
  apis = {
    maintainer: await office.as(people.maintainer),
    author: await office.as(people.author),
    voter: await office.as(people.voter),
    follower: await office.as(people.follower),
    stranger: await office.as(people.stranger),
  };
});

async function give(title = "Vorschaubilder in Tablet-Breite") {
  const { id } = await apis.author.feedback.give({ body: { title, area: "websites" }, files: [] });
  await apis.voter.feedback.vote({ id, on: true });
  await apis.follower.feedback.follow({ id, on: true });
  await office.services.db.deleteFrom("notifications").execute();
  office.signals.length = 0;
  return id;
}
const valuesOf = async (id: string) => (await apis.stranger.feedback.get({ id })).values;
const told = async () =>
  (await office.services.db.selectFrom("notifications").select(["forUserId", "title", "message"]).execute()).sort(
    (one, other) => one.forUserId.localeCompare(other.forUserId),
  );
const toldPeople = async () => (await told()).map(({ forUserId }) => forUserId);
const supporters = () => [people.author.id, people.voter.id, people.follower.id].sort();
const sentTo = (event: string) =>
  office.signals.filter((signal) => signal.event === event).map(({ toUserId }) => toUserId as string);

describe("a step in the workflow", () => {
  it("is refused to everybody but maintainers", async () => {
    const id = await give();
    const stranger = await office.as();
    expect(await refusalOf(stranger.feedback.setStatus({ id, status: "reviewed" }))).toMatchObject({
      code: "UNAUTHORIZED",
    });
    for (const api of [apis.author, apis.voter, apis.follower]) {
      expect(await refusalOf(api.feedback.setStatus({ id, status: "reviewed" }))).toMatchObject({ code: "FORBIDDEN" });
      expect(await refusalOf(api.feedback.setStatusOfMany({ ids: [id], status: "reviewed" }))).toMatchObject({
        code: "FORBIDDEN",
      });
    }
    expect(await valuesOf(id)).toMatchObject({ status: "new" });
  });

  it.each([
    ["done", "answer", "Antwort: Bitte eine Antwort für den Autor schreiben."],
    ["rejected", "answer", "Antwort: Bitte eine Antwort für den Autor schreiben."],
    ["query", "reason", "Rückfrage: Was möchtest du vom Autor wissen?"],
    ["duplicate", "duplicateOfId", "Duplikat von: Bitte den ursprünglichen Eintrag wählen."],
    ["new", "status", "Status: Der Eintrag ist schon „Neu“."],
  ] as const)("to %s is refused without what it needs", async (status, field, sentence) => {
    const id = await give();
    expect((await refusalOf(apis.maintainer.feedback.setStatus({ id, status }))).fields).toEqual({
      [field]: [sentence],
    });
    expect(await toldPeople()).toEqual([]);
  });

  it("is refused when somebody was faster", async () => {
    const id = await give();
    await apis.maintainer.feedback.setStatus({ id, status: "reviewed", version: 1 });
    expect(await refusalOf(apis.maintainer.feedback.setStatus({ id, status: "planned", version: 1 }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await valuesOf(id)).toMatchObject({ status: "reviewed" });
  });

  it("is refused with who was faster, also where both wanted the same, but not because of a mere edit", async () => {
    const id = await give();
    await apis.author.feedback.update({ params: { id }, body: { title: "Vorschau für Tablets" }, version: 1 });
    await apis.maintainer.feedback.setStatus({ id, status: "planned", version: 1 });
    await office.services.db.deleteFrom("notifications").execute();
    office.signals.length = 0;
    const late = apis.maintainer.feedback.setStatus({ id, status: "planned", version: 2 });
    expect(await refusalOf(late)).toMatchObject({
      code: "CONFLICT",
      conflict: {
        version: 3,
        by: { label: "Timo Brandt" },
        fields: expect.arrayContaining([{ field: "status", before: "new", theirs: "planned" }]),
      },
    });
    expect([await toldPeople(), office.signals]).toEqual([[], []]);
    expect(await valuesOf(id)).toMatchObject({ status: "planned" });
  });

  it("tells author, voters and followers, once for steps in quick succession, and stirs every screen", async () => {
    const id = await give();
    await apis.maintainer.feedback.setStatus({ id, status: "reviewed" });
    await apis.maintainer.feedback.setStatus({ id, status: "planned" });
    expect(await toldPeople()).toEqual(supporters());
    expect((await told())[0]).toMatchObject({ title: "F-1: Geplant" });
    expect(office.signals).toContainEqual({ event: "feedbackUpdated", payload: { feedback: { id } } });
    expect(sentTo("feedbackDone")).toEqual([]);
    const history = await apis.stranger.change.list({ type: "feedback", id });
    expect(history.data[0]).toMatchObject({
      what: "updated",
      by: { name: "Timo Brandt" },
      fields: [{ field: "status", before: "reviewed", after: "planned" }],
    });
  });

  it("does not tell whoever takes it", async () => {
    const id = await give();
    await apis.maintainer.feedback.vote({ id, on: true });
    await apis.maintainer.feedback.setStatus({ id, status: "done", answer: "Ist drin." });
    expect(await toldPeople()).toEqual(supporters());
    expect(sentTo("feedbackDone").sort()).toEqual(supporters());
  });

  it("announces what is done, with the answer as text", async () => {
    const id = await give();
    await apis.maintainer.feedback.setStatus({
      id,
      status: "done",
      answer: "Ab heute! <img src=x onerror=alert(1)>",
      releasedIn: "2026.11",
    });
    expect(await valuesOf(id)).toMatchObject({ status: "done", releasedIn: "2026.11", doneAt: "2026-11-20" });
    expect((await told())[0]?.message).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(office.signals).toContainEqual({
      event: "feedbackDone",
      payload: { feedback: { id, title: "Vorschaubilder in Tablet-Breite" } },
      toUserId: people.author.id,
    });
    expect((await apis.author.feedback.entry({ id })).answerHtml).not.toContain("<img");
  });

  it("leads back from an end only with a reason", async () => {
    const id = await give();
    await apis.maintainer.feedback.setStatus({ id, status: "done", answer: "Fertig.", releasedIn: "2026.11" });
    expect((await refusalOf(apis.maintainer.feedback.setStatus({ id, status: "planned" }))).fields).toEqual({
      reason: [expect.any(String)],
    });
    expect(
      await refusalOf(apis.maintainer.feedback.setStatus({ id, status: "rejected", answer: "Doch nicht." })),
    ).toMatchObject({ code: "PRECONDITION_FAILED" });
    await apis.maintainer.feedback.setStatus({ id, status: "inProgress", reason: "Auf dem iPad fehlt es noch." });
    expect(await valuesOf(id)).toMatchObject({
      status: "inProgress",
      reason: "Auf dem iPad fehlt es noch.",
      answer: null,
      doneAt: null,
      releasedIn: null,
    });
  });

  it("lets an answer be polished without telling everybody again", async () => {
    const id = await give();
    await apis.maintainer.feedback.setStatus({ id, status: "done", answer: "Fertg.", releasedIn: "2026.11" });
    await office.services.db.deleteFrom("notifications").execute();
    await apis.maintainer.feedback.setStatus({ id, status: "done", answer: "Fertig." });
    expect(await valuesOf(id)).toMatchObject({ answer: "Fertig.", releasedIn: "2026.11" });
    expect(await toldPeople()).toEqual([]);
  });

  it("is taken for many, and tells which of them refused it", async () => {
    const [one, other] = [await give(), await give("Etwas anderes")];
    await apis.maintainer.feedback.setStatus({ id: one, status: "done", answer: "Fertig." });
    const result = await apis.maintainer.feedback.setStatusOfMany({ ids: [one, other], status: "planned" });
    expect(result).toMatchObject({ ok: 1, failed: [{ id: one }] });
    expect(await valuesOf(other)).toMatchObject({ status: "planned" });
  });
});

describe("a duplicate", () => {
  it("is none of itself, of another duplicate, of what is archived or does not exist", async () => {
    const [one, other] = [await give("Vorschau im Tablet"), await give("Vorschau auf Tablets")];
    const refusal = async (id: string, duplicateOfId: string) =>
      (await refusalOf(apis.maintainer.feedback.setStatus({ id, status: "duplicate", duplicateOfId }))).fields
        .duplicateOfId;
    expect(await refusal(one, one)).toEqual([expect.any(String)]);
    expect(await refusal(one, "nicht-da")).toEqual([expect.any(String)]);
    await apis.maintainer.feedback.setStatus({ id: one, status: "duplicate", duplicateOfId: other });
    expect(await refusal(other, one)).toEqual([expect.stringMatching(/F-1\b.*F-2\b/)]);
    const third = await give("Ganz anders gesagt");
    await apis.maintainer.feedback.archive({ id: third });
    expect(await refusal(other, third)).toEqual([expect.stringContaining("F-3")]);
  });

  it("hands its votes and followers over, and does not get them back", async () => {
    const [one, other] = [await give("Vorschau im Tablet"), await give("Vorschau auf Tablets")];
    await apis.stranger.feedback.vote({ id: one, on: true });
    await apis.maintainer.feedback.setStatus({ id: one, status: "duplicate", duplicateOfId: other });
    expect(await toldPeople()).toEqual([...supporters(), people.stranger.id].sort());
    expect([(await valuesOf(one)).votes, (await valuesOf(other)).votes]).toEqual([0, 3]);
    expect(await refusalOf(apis.author.feedback.vote({ id: one, on: true }))).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    expect((await apis.author.feedback.entry({ id: other })).duplicates).toMatchObject([{ id: one, number: "F-1" }]);
    await apis.maintainer.feedback.setStatus({ id: one, status: "new", reason: "Doch etwas anderes." });
    expect([(await valuesOf(one)).votes, (await valuesOf(other)).votes]).toEqual([0, 3]);
    expect(await valuesOf(one)).toMatchObject({ duplicateOfId: null });
  });
});

describe("the board", () => {
  it("counts every column and shows its first cards, most wanted first", async () => {
    const first = await give("Der erste Wunsch");
    const second = await give("Der zweite Wunsch");
    await apis.stranger.feedback.vote({ id: second, on: true });
    await apis.maintainer.feedback.setStatus({
      id: await give("Nicht für uns"),
      status: "rejected",
      answer: "Leider nein.",
    });
    const board = await apis.stranger.feedback.board({ cards: { new: 1 } });
    expect(board.columns.map(({ status, total }) => [status, total])).toEqual([
      ["new", 2],
      ["reviewed", 0],
      ["planned", 0],
      ["inProgress", 0],
      ["done", 0],
    ]);
    expect(board.columns[0]?.rows.map(({ id }) => id)).toEqual([second]);
    expect(board.voted).toEqual([second]);
    expect(board.exits).toEqual([
      { status: "rejected", total: 1 },
      { status: "duplicate", total: 0 },
      { status: "query", total: 0 },
    ]);
    const narrowed = await apis.stranger.feedback.board({ search: "erste" });
    expect(narrowed.columns[0]?.rows.map(({ id }) => id)).toEqual([first]);
  });

  it("becomes a roadmap of what comes, and of what came in the last 90 days", async () => {
    const id = await give();
    await apis.maintainer.feedback.setStatus({ id, status: "done", answer: "Fertig." });
    const done = async () =>
      (await apis.stranger.feedback.board({ roadmap: true })).columns.map(({ status, total }) => [status, total]);
    expect(await done()).toEqual([
      ["planned", 0],
      ["inProgress", 0],
      ["done", 1],
    ]);
    office.advance(24 * 3_600_000);
    const later = await give("Etwas, das später kam");
    await apis.voter.feedback.vote({ id: later, on: false });
    await apis.maintainer.feedback.setStatus({ id: later, status: "done", answer: "Auch fertig." });
    const [, , column] = (await apis.stranger.feedback.board({ roadmap: true })).columns;
    expect(column?.rows.map((row) => row.id)).toEqual([later, id]);
    office.advance(91 * 24 * 3_600_000);
    expect((await done()).at(-1)).toEqual(["done", 0]);
  });
});
