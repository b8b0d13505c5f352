import { beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { createPage, heading, mention, paragraph, write } from "../../support/wiki/wiki.ts";

let office: Office;
let maren: Person;
let maintainer: Api;
let member: Api;
let readonly: Api;
let jana: Person;
let open: string;
let secret: string;
let below: string;

const leak = /geheim/i;

beforeEach(async () => {
  office = await openOffice();
  maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  jana = await office.hire({ name: "Jana Petersen", role: "member" });
  maintainer = await office.as(maren);
  member = await office.as(jana);
  readonly = await office.as(await office.hire({ name: "Rosa Lesend", role: "readonly" }));
  open = (await createPage(maintainer, { title: "Offene Seite" })).id;
  secret = (await createPage(maintainer, { title: "Geheimplan", visibility: "maintainers" })).id;
  below = (await createPage(maintainer, { title: "Geheimes Kind" }, secret)).id;
  const pointing = paragraph(
    "Siehe ",
    mention("page", secret, "Geheimplan"),
    " und ",
    mention("page", below, "Geheim"),
  );
  await write(office, maren, open, paragraph("Offener Text."), pointing);
  await write(
    ...([office, maren, secret, heading("Geheime Überschrift"), paragraph("Geheimer Text ")] as const),
    paragraph(mention("page", open), mention("user", jana.id)),
  );
  await maintainer.page.setFavourite({ id: secret, isFavourite: true });
  await maintainer.page.visit({ id: secret });
  await maintainer.page.archive({ id: (await createPage(maintainer, { title: "Geheimer Müll" }, secret)).id });
});

describe("a page for maintainers, and what lies below it,", () => {
  it("is not there for others by its id, in any procedure", async () => {
    for (const api of [member, readonly])
      for (const id of [secret, below]) {
        const record = { type: "page" as const, id };
        const calls = {
          get: () => api.page.get({ id }),
          read: () => api.page.read({ id }),
          content: () => api.page.content({ id }),
          revisions: () => api.page.revisions({ id }),
          revision: () => api.page.revision({ id, no: 1 }),
          diff: () => api.page.diff({ id, from: 1, to: 1 }),
          authorship: () => api.page.authorship({ id }),
          trashInfo: () => api.page.trashInfo({ id }),
          visit: () => api.page.visit({ id }),
          setFavourite: () => api.page.setFavourite({ id, isFavourite: true }),
          history: () => api.change.list(record),
          relations: () => api.relation.list(record),
          attachments: () => api.attachment.list(record),
        };
        for (const [name, call] of Object.entries(calls))
          expect([name, (await refusalOf(call())).code]).toEqual([name, "NOT_FOUND"]);
      }
    const writes = [
      () => member.page.update({ params: { id: secret }, body: { title: "Neu" } }),
      () => member.page.setVisibility({ id: secret, visibility: "team" }),
      () => member.page.move({ id: secret, parentId: null }),
      () => member.page.trash({ id: secret }),
      () => member.page.archive({ id: secret }),
      () => member.page.duplicate({ id: secret }),
      () => member.page.saveAsTemplate({ id: secret }),
      () => member.page.confirm({ id: secret }),
      () => member.page.setSummary({ id: secret, no: 1, summary: "Neu" }),
      () => member.page.restoreRevision({ id: secret, no: 1 }),
    ];
    for (const call of writes) expect((await refusalOf(call())).code).toBe("NOT_FOUND");
    for (const call of [
      () => createPage(member, {}, secret),
      () => member.page.create({ body: { title: "Neu" }, templateId: secret }),
      () => member.page.move({ id: open, parentId: secret }),
    ])
      expect((await refusalOf(call())).code).toBe("BAD_REQUEST");
  });

  it("is named nowhere to others", async () => {
    await maintainer.page.move({ id: below, parentId: null });
    await maintainer.page.move({ id: below, parentId: secret });
    await maintainer.page.move({ id: open, parentId: secret });
    await maintainer.page.move({ id: open, parentId: null });
    for (const api of [member, readonly]) {
      const answers: Record<string, unknown> = {
        list: await api.page.list({}),
        trash: await api.page.list({ archived: true }),
        searched: await api.page.list({ search: "geheim" }),
        options: await api.page.options({}),
        tree: await api.page.tree({}),
        children: await api.page.tree({ parentId: secret }),
        start: await api.page.start(),
        templates: await api.page.templates(),
        gaps: await api.page.gaps(),
        search: await api.page.search({ query: "geheim" }),
        searchBelow: await api.page.search({ query: "geheim", parentId: secret }),
        global: await api.search.find({ query: "geheim" }),
        recents: await api.search.find({ query: "" }),
        history: await api.change.list({ type: "page", id: open }),
        relations: await api.relation.list({ type: "page", id: open }),
        revision: await api.page.revision({ id: open, no: 1 }),
        diff: await api.page.diff({ id: open, from: 1, to: 1 }),
        authorship: await api.page.authorship({ id: open }),
        content: await api.page.content({ id: open }),
        dashboard: await api.dashboard.recent(),
      };
      for (const [name, answer] of Object.entries(answers))
        expect([name, leak.test(JSON.stringify(answer))]).toEqual([name, false]);
      const reading = await api.page.read({ id: open });
      expect(JSON.stringify(reading)).not.toMatch(leak);
      expect(reading.backlinks).toEqual([]);
      expect(reading.references).toContainEqual(
        expect.objectContaining({ kind: "page", id: secret, label: null, href: null, status: null }),
      );
    }
    expect(await member.notification.list({ where: { forUserId: jana.id } })).toMatchObject({ totalItems: 0 });
    expect(JSON.stringify(office.signals)).not.toMatch(leak);
    expect((await maintainer.page.read({ id: open })).backlinks.map(({ title }) => title)).toEqual(["Geheimplan"]);
  });

  it("cannot be taken, tagged or moved by others among many", async () => {
    const selection = { ids: [secret, below] };
    const tag = await maintainer.tag.create({ body: { name: "Wichtig" } });
    const results = [
      await member.page.updateMany({ selection, body: { title: "Neu" } }),
      await member.page.archiveMany({ selection }),
      await member.page.tagMany({ selection, add: [tag.id] }),
      await member.page.moveMany({ ids: [secret, below], parentId: null }),
    ];
    for (const result of results) {
      expect(result.ok).toBe(0);
      expect(result.failedCount).toBe(2);
      expect(JSON.stringify(result)).not.toMatch(leak);
    }
    const { values } = await maintainer.page.get({ id: secret });
    expect([values.title, values.tags]).toEqual(["Geheimplan", []]);
  });
});

describe("a page for one person", () => {
  it("is there for nobody else, not even an admin", async () => {
    const admin = await office.as(await office.hire({ role: "admin", name: "Ada Admin" }));
    const { id } = await createPage(member, { title: "Mein Tagebuch", visibility: "private" });
    for (const api of [admin, maintainer, readonly]) {
      expect((await refusalOf(api.page.read({ id }))).code).toBe("NOT_FOUND");
      expect(JSON.stringify(await api.page.search({ query: "tagebuch" }))).not.toContain("Tagebuch");
      expect(JSON.stringify(await api.page.tree({}))).not.toContain("Tagebuch");
    }
    expect((await member.page.read({ id })).visibleTo).toBe("private");
  });
});
