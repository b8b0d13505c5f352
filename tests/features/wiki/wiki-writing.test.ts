import { beforeEach, describe, expect, it } from "vitest";
import { remindOfDeadlines } from "../../../server/features/reminders/remind.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, heading, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let maren: Person;
let jana: Person;
let maintainer: Api;
let member: Api;
let readonly: Api;
let id: string;

const minute = 60_000;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  jana = await office.hire({ name: "Jana Petersen", role: "member" });
  maintainer = await office.as(maren);
  member = await office.as(jana);
  readonly = await office.as(await office.hire({ role: "readonly" }));
  id = (await createPage(maintainer, { title: "Server-Umzug" })).id;
});

const notices = async (person: Person) =>
  (await (await office.as(person)).notification.list({ where: { forUserId: person.id } })).data;

describe("the content of a page", () => {
  it("is read by everybody and written by those who edit", async () => {
    await write(office, maren, id, heading("Vorher"), paragraph("Sicherung <b>prüfen</b>."));
    const reading = await readonly.page.read({ id });
    expect(reading).toMatchObject({ revisionNo: 1, isEmpty: false, slug: "server-umzug", can: { edit: false } });
    expect(reading.html).toContain("Sicherung &lt;b&gt;prüfen&lt;/b&gt;.");
    expect(reading.toc).toMatchObject([{ text: "Vorher", level: 2 }]);
    expect(reading.row.values.responsibleUserId).toMatchObject({ id: maren.id });
    for (const call of [
      () => readonly.page.setSummary({ id, no: 1, summary: "Neu" }),
      () => readonly.page.settle({ id }),
      () => readonly.page.restoreRevision({ id, no: 1 }),
      () => readonly.page.duplicate({ id }),
      () => readonly.page.move({ id, parentId: null }),
      () => readonly.page.trash({ id }),
      () => readonly.page.confirm({ id }),
    ])
      expect((await refusalOf(call())).code).toBe("FORBIDDEN");
  });

  it("tells everybody that it changed, and once whom it mentions", async () => {
    office.signals.length = 0;
    await write(office, maren, id, paragraph("Frag ", mention("user", jana.id), " und ", mention("user", maren.id)));
    expect(office.signals).toContainEqual({ event: "pageUpdated", payload: { page: { id } } });
    await write(office, maren, id, paragraph("Frag niemanden"));
    await write(office, maren, id, paragraph("Frag doch ", mention("user", jana.id)));
    expect(await notices(jana)).toMatchObject([
      {
        title: "Maren Ahlers hat dich in „Server-Umzug“ erwähnt.",
        category: "wiki",
        link: `/wiki/${id}`,
      },
    ]);
    expect(await notices(maren)).toEqual([]);
  });

  it("becomes a revision at once when somebody has finished", async () => {
    await write(office, maren, id, paragraph("Fertig."));
    expect(await member.page.settle({ id })).toEqual({ revisionNo: 1 });
    const hidden = await createPage(maintainer, { title: "Intern", visibility: "maintainers" });
    expect((await refusalOf(member.page.settle({ id: hidden.id }))).code).toBe("NOT_FOUND");
  });

  it("shows what it mentions as it is called today, and what points at it", async () => {
    const customer = await maintainer.customer.create({ body: { name: "Weingut Amsel" } });
    const other = await createPage(member, { title: "Übersicht" });
    const link = { type: "text", text: "hier", marks: [{ type: "link", attrs: { href: `/wiki/${id}-server-umzug` } }] };
    await write(office, jana, other.id, paragraph(mention("customer", customer.id, "Alt"), link));
    expect((await member.page.read({ id: other.id })).html).toContain("Weingut Amsel");
    expect((await member.page.read({ id: other.id })).references).toContainEqual(
      expect.objectContaining({ kind: "customer", label: "Weingut Amsel", href: `/customers/${customer.id}` }),
    );
    expect((await member.page.read({ id })).backlinks).toMatchObject([{ title: "Übersicht", path: [] }]);
    const [row] = (await member.page.list({ where: [{ field: "backlinks", is: "between", from: "1" }] })).data;
    expect(row).toMatchObject({ id, values: { backlinks: 1, isOrphan: false } });
    await maintainer.customer.update({ params: { id: customer.id }, body: { name: "Weingut Drossel" } });
    expect((await member.page.read({ id: other.id })).html).toContain("Weingut Drossel");
  });
});

describe("the revisions of a page", () => {
  it("gather what one person saves shortly after each other, and begin anew with another one and after a pause", async () => {
    await write(office, maren, id, paragraph("Eins"));
    office.advance(5 * minute);
    expect(await write(office, maren, id, paragraph("Eins zwei"))).toBe(1);
    expect(await write(office, jana, id, paragraph("Eins zwei drei"))).toBe(2);
    office.advance(11 * minute);
    expect(await write(office, jana, id, paragraph("Eins zwei drei vier"))).toBe(3);
    await member.page.setSummary({ id, no: 3, summary: "Vier ergänzt" });
    expect(await write(office, jana, id, paragraph("Eins zwei drei vier fünf"))).toBe(4);
    const { data, totalItems } = await readonly.page.revisions({ id });
    expect(totalItems).toBe(4);
    expect(data.map(({ no, author, summary }) => [no, author?.label, summary])).toEqual([
      [4, "Jana Petersen", null],
      [3, "Jana Petersen", "Vier ergänzt"],
      [2, "Jana Petersen", null],
      [1, "Maren Ahlers", null],
    ]);
    expect((await readonly.page.revision({ id, no: 1 })).html).toBe("<p>Eins zwei</p>");
    expect(await refusalOf(readonly.page.revision({ id, no: 9 }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("differ word by word between any two", async () => {
    await write(
      office,
      maren,
      id,
      heading("Ablauf"),
      paragraph("Der Server wird am Montag umgezogen."),
      paragraph("Weg"),
    );
    const bold = { type: "text", text: "Ablauf", marks: [{ type: "italic" }] };
    const again = { type: "heading", attrs: { level: 2 }, content: [bold] };
    await write(
      ...([office, jana, id, again] as const),
      paragraph("Der Server wird am Dienstag umgezogen."),
      paragraph("Ganz neuer Satz am Ende"),
    );
    const diff = await readonly.page.diff({ id, from: 1, to: 2 });
    expect(diff.blocks).toMatchObject([
      { op: "changed", kind: "heading2", isFormatOnly: true, ops: [{ op: "same", text: "Ablauf" }] },
      {
        op: "changed",
        kind: "paragraph",
        ops: [
          { op: "same", text: "Der Server wird am " },
          { op: "removed", text: "Montag" },
          { op: "added", text: "Dienstag" },
          { op: "same", text: " umgezogen." },
        ],
      },
      { op: "removed", ops: [{ op: "removed", text: "Weg" }] },
      { op: "added", ops: [{ op: "added", text: "Ganz neuer Satz am Ende" }] },
    ]);
    expect([diff.wordsAdded, diff.wordsRemoved]).toEqual([6, 2]);
  });

  it("say who wrote which block, also when it was moved", async () => {
    const first = paragraph("Diesen Absatz hat Maren geschrieben.");
    await write(office, maren, id, first, paragraph("Und diesen zweiten hier auch."));
    await write(
      office,
      jana,
      id,
      paragraph("Ganz oben steht etwas von Jana."),
      paragraph("Und diesen zweiten hier auch."),
      first,
    );
    const blocks = await readonly.page.authorship({ id });
    expect(blocks.map(({ text, author, no }) => [text.split(" ")[0], author?.label, no])).toEqual([
      ["Ganz", "Jana Petersen", 2],
      ["Und", "Maren Ahlers", 1],
      ["Diesen", "Maren Ahlers", 1],
    ]);
  });

  it("are brought back as new ones", async () => {
    await write(office, maren, id, paragraph("Eins"));
    await write(office, jana, id, paragraph("Zwei"));
    expect(await member.page.restoreRevision({ id, no: 1 })).toEqual({ version: 3 });
    const [newest] = (await member.page.revisions({ id })).data;
    expect(newest).toMatchObject({ no: 3, restoredFrom: 1, author: { id: jana.id } });
    expect((await member.page.read({ id })).html).toBe("<p>Eins</p>");
    await member.page.archive({ id });
    expect((await refusalOf(member.page.restoreRevision({ id, no: 2 }))).code).toBe("PRECONDITION_FAILED");
  });
});

describe("new pages", () => {
  it("begin with a template of the portal or of the team", async () => {
    const templates = await member.page.templates();
    expect(templates.map(({ title }) => title)).toEqual([
      "Runbook Server-Umzug",
      "Onboarding Mitarbeiter",
      "Website-Launch-Checkliste",
      "Notfallplan",
      "Domain im Transit",
      "Gelöschte Domain retten",
    ]);
    for (const template of templates) {
      const page = await member.page.create({ body: { title: template.title }, templateId: template.id });
      expect((await member.page.read({ id: page.id })).toc.length).toBeGreaterThan(3);
    }
    await write(office, maren, id, paragraph("Nur bei uns"));
    const own = await maintainer.page.saveAsTemplate({ id });
    expect((await member.page.templates()).at(-1)).toMatchObject({
      id: own.id,
      isBuiltIn: false,
      description: "Nur bei uns",
    });
    expect((await member.page.tree({})).map((node) => node.id)).not.toContain(own.id);
    const page = await member.page.create({ body: { title: "Neu" }, templateId: own.id });
    expect((await member.page.read({ id: page.id })).html).toBe("<p>Nur bei uns</p>");
    expect(await write(office, jana, page.id, paragraph("Anders"))).toBe(1);
    const refusal = await refusalOf(member.page.create({ body: { title: "Neu" }, templateId: page.id }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", fields: { templateId: [expect.any(String)] } });
  });

  it("are copies of others, with what lies below as far as one may read it", async () => {
    const child = await createPage(member, { title: "Kind" }, id);
    await createPage(maintainer, { title: "Intern", visibility: "maintainers" }, id);
    await write(office, jana, child.id, paragraph("Kinderseite"));
    const copy = await member.page.duplicate({ id, withChildren: true });
    expect((await member.page.tree({})).map(({ title }) => title)).toEqual(["Server-Umzug", "Server-Umzug (Kopie)"]);
    expect(await maintainer.page.tree({ parentId: copy.id })).toEqual([]);
    const below = await member.page.tree({ parentId: copy.id });
    expect(below.map(({ title }) => title)).toEqual(["Kind"]);
    expect((await member.page.read({ id: below[0]?.id as string })).html).toBe("<p>Kinderseite</p>");
  });
});

describe("a content larger than a page may be", () => {
  const line = { type: "paragraph", content: [{ type: "text", text: "x" }] };
  const tooLong = JSON.stringify({ type: "doc", content: Array.from({ length: 7000 }, () => line) });
  const stored = (pageId: string, contentJson: string) =>
    office.services.db.updateTable("pages").set({ contentJson }).where("id", "=", pageId).execute();

  it("is refused wherever it comes from, before anything is made", async () => {
    const { pageRooms, db } = office.services;
    const edit = pageRooms.edit(id, jana.id, () => JSON.parse(tooLong));
    await expect(edit).rejects.toMatchObject({ code: "invalid", fields: { content: [expect.any(String)] } });
    const markdown = "x\n\n".repeat(7000);
    expect(await refusalOf(member.pageTransfer.create({ body: { title: "Neu" }, markdown }))).toMatchObject({
      code: "BAD_REQUEST",
      fields: { markdown: [expect.any(String)] },
    });
    await stored(id, tooLong);
    const before = await db.selectFrom("pages").select("id").execute();
    for (const copy of [() => member.page.duplicate({ id }), () => maintainer.page.saveAsTemplate({ id })])
      await expect(copy()).rejects.toMatchObject({
        code: "BAD_REQUEST",
        cause: { fields: { content: [expect.any(String)] } },
      });
    expect(await db.selectFrom("pages").select("id").execute()).toHaveLength(before.length);
  });

  it("is refused as a copy of many pages together", async () => {
    const large = JSON.stringify({
      type: "doc",
      content: [{ ...line, content: [{ type: "text", text: "x".repeat(900_000) }] }],
    });
    for (const title of ["Eins", "Zwei", "Drei"]) await stored((await createPage(member, { title }, id)).id, large);
    expect(await refusalOf(member.page.duplicate({ id, withChildren: true }))).toMatchObject({
      code: "BAD_REQUEST",
    });
    expect((await member.page.tree({})).map(({ title }) => title)).toEqual(["Server-Umzug"]);
    await member.page.duplicate({ id });
  });
});

describe("the review of a page", () => {
  it("is due after its months, told to its owner on its day and not before, and confirmed", async () => {
    await maintainer.page.update({ params: { id }, body: { reviewEveryMonths: 6 } });
    expect((await member.page.read({ id })).review).toMatchObject({ dueAt: "2027-05-20", isDue: false });
    office.advance(180 * 24 * 60 * minute);
    expect(await remindOfDeadlines(office.services)).toBe(0);
    office.advance(3 * 24 * 60 * minute);
    expect(await remindOfDeadlines(office.services)).toBe(1);
    expect(await remindOfDeadlines(office.services)).toBe(0);
    expect(await notices(maren)).toMatchObject([
      { category: "wiki", title: "Server-Umzug: Seite prüfen, seit 2 Tagen" },
    ]);
    expect((await maintainer.page.start()).toReview).toMatchObject([{ id, dueAt: "2027-05-20" }]);
    await member.page.confirm({ id });
    expect((await member.page.read({ id })).review).toMatchObject({
      isDue: false,
      lastAt: "2027-05-22",
      dueAt: "2027-11-22",
      lastBy: { label: "Jana Petersen" },
    });
    expect((await member.change.list({ type: "page", id })).data[0]).toMatchObject({ by: { id: jana.id } });
  });
});

describe("the start page", () => {
  it("shows what is new, mine, liked and read", async () => {
    expect((await (await openOfficeAs()).page.start()).isEmpty).toBe(true);
    await member.page.setFavourite({ id, isFavourite: true });
    await member.page.setFavourite({ id, isFavourite: true });
    await member.page.visit({ id });
    await member.page.visit({ id });
    await maintainer.page.visit({ id });
    const draft = await createPage(maintainer, { title: "Angefangen", status: "draft" });
    const start = await member.page.start();
    expect(start.favourites.map((page) => page.id)).toEqual([id]);
    expect(start.popular).toMatchObject([{ id, views: 2 }]);
    expect(start.drafts).toEqual([]);
    expect((await maintainer.page.start()).drafts).toMatchObject([{ id: draft.id }]);
    expect((await maintainer.page.start()).recent.map((page) => page.id)).toEqual([id]);
    expect((await member.page.list({})).data[0]?.values).toMatchObject({ views: 2, isOrphan: false, path: null });
    await member.page.setFavourite({ id, isFavourite: false });
    expect((await member.page.start()).favourites).toEqual([]);
    office.advance(91 * 24 * 60 * minute);
    expect((await member.page.start()).popular).toEqual([]);
  });

  async function openOfficeAs(): Promise<Api> {
    const other = await openOffice();
    return other.as(await other.hire());
  }
});
