import { beforeEach, describe, expect, it } from "vitest";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let jana: Person;
let timo: Person;
let author: Api;
let other: Api;
let admin: Api;
let draft: string;
let below: string;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "member" });
  timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
  author = await office.as(jana);
  other = await office.as(timo);
  admin = await office.as(await office.hire({ name: "Ada Chef", role: "admin" }));
  draft = (await createPage(author, { title: "Geheimer Entwurf", status: "draft" })).id;
  below = (await createPage(author, { title: "Darunter" }, draft)).id;
  await write(office, jana, draft, paragraph("Unfertige Worte ", mention("user", timo.id)));
});

const notices = ({ id }: Person) =>
  office.services.db.selectFrom("notifications").select("title").where("forUserId", "=", id).execute();

async function set(api: Api, id: string, body: RecordBody) {
  const { version } = await api.page.get({ id });
  return api.page.update({ params: { id }, body, version });
}

describe("a draft", () => {
  it("is its author's alone, with what lies below it, in every way to read", async () => {
    for (const api of [other, admin]) {
      for (const id of [draft, below]) {
        expect((await refusalOf(api.page.read({ id }))).code).toBe("NOT_FOUND");
        expect((await refusalOf(set(api, id, { title: "Neu" }))).code).toBe("NOT_FOUND");
      }
      expect(await api.page.tree({})).toEqual([]);
      expect((await api.page.start()).recent).toEqual([]);
      expect((await api.page.list({})).data).toEqual([]);
      expect((await api.page.search({ query: "unfertige" })).hits).toEqual([]);
      expect(JSON.stringify(await api.search.find({ query: "Geheimer" }))).not.toMatch(/Geheimer/);
    }
    expect(await author.page.tree({})).toMatchObject([{ id: draft, status: "draft", hasChildren: true }]);
    const start = await author.page.start();
    expect(start.drafts.map(({ id }) => id)).toEqual([draft]);
    expect(start.recent.map(({ id }) => id)).toEqual([below]);
    expect(await notices(timo)).toEqual([]);
  });

  it("is there for everybody once it is published, and whom it mentions is told then, once", async () => {
    office.advance(60_000);
    await set(author, draft, { status: "published" });
    expect(await other.page.read({ id: below })).toMatchObject({ visibleTo: "team" });
    expect(await other.page.tree({})).toMatchObject([{ id: draft, isUnread: true }]);
    const told = [{ title: "Jana Petersen hat dich in „Geheimer Entwurf“ erwähnt." }];
    expect(await notices(timo)).toEqual(told);
    await set(author, draft, { status: "draft" });
    await set(author, draft, { status: "published" });
    expect(await notices(timo)).toEqual(told);
  });

  it("is as narrow afterwards as it was asked to be", async () => {
    const mine = await createPage(author, { title: "Nur meins", status: "draft", visibility: "private" });
    await set(author, mine.id, { status: "published" });
    expect((await refusalOf(other.page.read({ id: mine.id }))).code).toBe("NOT_FOUND");
    const copy = await author.page.duplicate({ id: draft });
    expect(await author.page.read({ id: copy.id })).toMatchObject({ visibleTo: "private" });
    await set(author, copy.id, { status: "published" });
    expect(await other.page.read({ id: copy.id })).toMatchObject({ visibleTo: "team" });
  });

  it("is made of a page by nobody but its author and who is responsible for it", async () => {
    const { id } = await createPage(author, { title: "Handbuch" });
    expect(await refusalOf(set(other, id, { status: "draft" }))).toMatchObject({ code: "FORBIDDEN" });
    await set(other, id, { responsibleUserId: timo.id });
    await set(other, id, { status: "draft" });
    expect((await refusalOf(author.page.read({ id }))).code).toBe("NOT_FOUND");
    expect((await other.page.start()).drafts.map((page) => page.id)).toEqual([id]);
  });

  it("as a template serves everybody", async () => {
    const template = await author.page.saveAsTemplate({ id: draft });
    expect((await other.page.templates()).map(({ id }) => id)).toContain(template.id);
  });
});
