import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let people: Record<"admin" | "maintainer" | "author" | "colleague" | "reader", Person>;
let apis: Record<keyof typeof people, Api>;
let id: string;

beforeEach(async () => {
  office = await openOffice();
  people = {
    admin: await office.hire({ name: "Maren Ahlers", role: "admin" }),
    maintainer: await office.hire({ name: "Timo Brandt", role: "maintainer" }),
    author: await office.hire({ name: "Jana Petersen" }),
    colleague: await office.hire({ name: "Kevin Okafor" }),
    reader: await office.hire({ name: "Sofie Lindner", role: "readonly" }),
  };
  apis = {
    admin: await office.as(people.admin),
    maintainer: await office.as(people.maintainer),
    author: await office.as(people.author),
    colleague: await office.as(people.colleague),
    reader: await office.as(people.reader),
  };
  ({ id } = await apis.author.feedback.give({ body: { title: "Vorschau in Tablet-Breite", area: "wiki" }, files: [] }));
  await office.services.db.deleteFrom("notifications").execute();
  office.signals.length = 0;
});

const commentsOf = async (by: Api) => (await by.feedback.entry({ id })).comments;
const told = async () =>
  (
    await office.services.db
      .selectFrom("notifications")
      .select(["forUserId", "title", "message"])
      .orderBy("id")
      .execute()
  ).map(({ forUserId, ...rest }) => ({
    ...rest,
    to: Object.values(people).find((each) => each.id === forUserId)?.name,
  }));

describe("a comment", () => {
  it("is refused to strangers, empty, too long, and internal to members", async () => {
    const stranger = await office.as();
    expect(await refusalOf(stranger.feedback.comment({ id, body: "Hallo" }))).toMatchObject({ code: "UNAUTHORIZED" });
    for (const body of ["", "   ", "x".repeat(8001)])
      expect((await refusalOf(apis.reader.feedback.comment({ id, body }))).code).toBe("BAD_REQUEST");
    expect(await refusalOf(apis.author.feedback.comment({ id, body: "Hallo", internal: true }))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await refusalOf(apis.author.feedback.comment({ id, body: "@Wer", mentions: ["nicht-da"] }))).toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await commentsOf(apis.author)).toEqual([]);
  });

  it("of somebody who may only look is seen by all, counted, and tells those who follow", async () => {
    await apis.reader.feedback.comment({ id, body: "Das brauche ich **auch**." });
    expect(await commentsOf(apis.colleague)).toMatchObject([
      {
        author: { label: "Sofie Lindner" },
        html: "<p>Das brauche ich <strong>auch</strong>.</p>\n",
        body: "",
        internal: false,
        can: { edit: false, delete: false },
      },
    ]);
    expect((await apis.author.feedback.get({ id })).values.comments).toBe(1);
    expect(await told()).toMatchObject([{ to: "Jana Petersen", title: "Neuer Kommentar zu F-1" }]);
    expect((await apis.author.feedback.entry({ id })).followers.map(({ label }) => label)).toContain("Sofie Lindner");
    expect(office.signals).toContainEqual({ event: "feedbackUpdated", payload: { feedback: { id } } });
  });

  it("is shown without anything that runs", async () => {
    const body =
      '<script>alert(1)</script><img src=x onerror=alert(1)> [hier](javascript:alert(1)) @Jana Petersen"><b>';
    await apis.colleague.feedback.comment({ id, body, mentions: [people.author.id] });
    const [comment] = await commentsOf(apis.author);
    expect(comment?.html).not.toMatch(/<script|<img|href="javascript:/);
    expect(comment?.html).toContain("<strong><em>@Jana Petersen</em></strong>");
  });

  it("tells whom it mentions, once, and nobody whom it does not name", async () => {
    const mentions = [people.maintainer.id, people.reader.id];
    await apis.author.feedback.comment({ id, body: "@Timo Brandt, wann?", mentions });
    expect(await told()).toMatchObject([{ to: "Timo Brandt", title: "Jana Petersen hat dich in F-1 erwähnt" }]);
    const [comment] = await commentsOf(apis.author);
    const body = "@Timo Brandt und @Sofie Lindner, wann?";
    await apis.author.feedback.editComment({ id: comment?.id ?? "", body, mentions });
    expect((await told()).map(({ to }) => to)).toEqual(["Timo Brandt", "Sofie Lindner"]);
    expect((await commentsOf(apis.author))[0]?.editedAt).toBeInstanceOf(Date);
  });

  it("is changed and deleted by whoever wrote it, and deleted by admins", async () => {
    const { id: own } = await apis.colleague.feedback.comment({ id, body: "Ich auch" });
    for (const api of [apis.author, apis.maintainer]) {
      expect(await refusalOf(api.feedback.editComment({ id: own, body: "x" }))).toMatchObject({ code: "FORBIDDEN" });
      expect(await refusalOf(api.feedback.deleteComment({ id: own }))).toMatchObject({ code: "FORBIDDEN" });
    }
    await apis.admin.feedback.deleteComment({ id: own });
    expect(await commentsOf(apis.author)).toEqual([]);
  });
});

describe("what maintainers note among themselves", () => {
  const secret = "Der Kunde zahlt dafür";

  it("reaches nobody else: not the page, counts, freshness, history, search, signals or bells", async () => {
    await apis.maintainer.feedback.follow({ id, on: true });
    await apis.admin.feedback.follow({ id, on: true });
    const before = await apis.author.feedback.get({ id });
    office.advance(48 * 3_600_000);
    office.signals.length = 0;
    const { id: note } = await apis.maintainer.feedback.comment({
      id,
      body: `${secret}, @Jana Petersen`,
      internal: true,
      mentions: [people.author.id],
    });
    expect(await commentsOf(apis.admin)).toMatchObject([{ internal: true }]);
    for (const api of [apis.author, apis.colleague, apis.reader]) {
      expect(await commentsOf(api)).toEqual([]);
      expect(await api.feedback.get({ id })).toEqual({ ...before, can: expect.anything() });
      expect((await api.feedback.list({ search: "zahlt" })).totalItems).toBe(0);
      expect(JSON.stringify(await api.change.list({ type: "feedback", id }))).not.toContain("zahlt");
      expect(JSON.stringify(await api.feedback.board({}))).not.toContain("zahlt");
      expect(await refusalOf(api.feedback.editComment({ id: note, body: "x" }))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusalOf(api.feedback.deleteComment({ id: note }))).toMatchObject({ code: "NOT_FOUND" });
    }
    expect(office.signals.map(({ event }) => event).sort()).toEqual(["feedbackNoted", "newNotification"]);
    expect(await told()).toMatchObject([{ to: "Maren Ahlers" }]);
    expect(JSON.stringify(await told())).not.toContain("zahlt");
  });

  it("is closed to its writer once they manage feedback no more", async () => {
    const { id: note } = await apis.maintainer.feedback.comment({ id, body: secret, internal: true });
    await office.services.db
      .updateTable("users")
      .set({ role: "member" })
      .where("id", "=", people.maintainer.id)
      .execute();
    const demoted = await office.as({ ...people.maintainer, role: "member" });
    expect(await commentsOf(demoted)).toEqual([]);
    expect(await refusalOf(demoted.feedback.editComment({ id: note, body: "x" }))).toMatchObject({ code: "NOT_FOUND" });
  });
});
