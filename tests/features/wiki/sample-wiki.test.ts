import { beforeAll, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { createSampleAgency } from "../../../server/sample/agency.ts";
import { readSamplePages } from "../../../server/sample/sample-wiki-pages.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let admin: Person;
let api: Api;

beforeAll(async () => {
  office = await openOffice();
  admin = await office.hire({ role: "admin" });
  await createSampleAgency(office.services, admin);
  api = await office.as(admin);
});

async function pageCalled(title: string) {
  const { id } = await office.services.db
    .selectFrom("pages")
    .select("id")
    .where("title", "=", title)
    .executeTakeFirstOrThrow();
  return { ...(await api.page.read({ id })), id };
}

describe("the wiki of the sample agency", () => {
  it("has 60 pages, one in the trash and two templates, all but a few long enough to read", async () => {
    const pages = await readSamplePages();
    expect(pages.filter(({ template, trashed }) => !template && !trashed)).toHaveLength(60);
    expect(await api.page.list({ archived: true })).toMatchObject({ totalItems: 1 });
    expect((await api.page.templates()).filter(({ isBuiltIn }) => !isBuiltIn)).toHaveLength(2);
  });

  it("links its pages: nothing that is named is missing, and most are pointed at", async () => {
    const { db } = office.services;
    const kinds = await db.selectFrom("pageReferences").select("kind").distinct().execute();
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(["customer", "domain", "host", "page", "user", "website"]);
    const pointed = await db
      .selectFrom("pageReferences")
      .select("targetId")
      .where("kind", "=", "page")
      .distinct()
      .execute();
    expect(pointed.length).toBeGreaterThan(45);
  });

  it("keeps who wrote what, and shows the newest version", async () => {
    const page = await pageCalled("Server-Umzug ohne Ausfall");
    const { data, totalItems } = await api.page.revisions({ id: page.id });
    expect(totalItems).toBe(14);
    expect(new Set(data.map(({ author }) => author?.label)).size).toBeGreaterThan(2);
    expect(page.html).toContain("Erst wenn der MX-Eintrag überall angekommen ist");
    expect(page.html).not.toContain("Am Tag vorher");
    await office.services.pageRooms.materialise(page.id);
    expect((await pageCalled("Server-Umzug ohne Ausfall")).html).toBe(page.html);
  });

  it("hides from readers what is not for them", async () => {
    const reader = await office.as(await office.hire({ role: "readonly", email: "leser@agentur.example" }));
    const { id } = await pageCalled("Konditionen und Stundensätze");
    await expect(reader.page.read({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the talk of the sample agency", () => {
  it("has 15 chats, some of them settled, and news for the first person", async () => {
    const all = await api.chat.list({});
    const resolved = await api.chat.list({ scope: "resolved" });
    expect(new Set([...all.data, ...resolved.data].map(({ id }) => id)).size).toBe(15);
    expect(resolved.data.length).toBeGreaterThan(3);
    expect((await api.chat.list({ scope: "unread" })).data.map(({ title }) => title)).toContain("Mailumzug Stadtwerke");
  });

  it("has 40 entries of feedback in every state, each with what it owes its author", async () => {
    const rows = await office.services.db.selectFrom("feedback").selectAll().execute();
    expect(rows).toHaveLength(40);
    expect(new Set(rows.map(({ status }) => status)).size).toBe(8);
    const owed = rows.filter(({ status }) => status === "done" || status === "rejected");
    expect(owed.filter(({ answer }) => !answer)).toEqual([]);
    expect(rows.map(({ number }) => number)).toContain("F-131");
  });

  it("leaves the first person three unread notifications, and nobody a mail", async () => {
    const { db } = office.services;
    const unread = await db
      .selectFrom("notifications")
      .select("title")
      .where("forUserId", "=", admin.id)
      .where("readAt", "is", null)
      .execute();
    expect(unread).toHaveLength(3);
    const mails = await db
      .selectFrom("notifications")
      .select("id")
      .where((eb) => eb.or([eb("mailDueAt", "is not", null), eb("inDigest", "=", 1)]))
      .execute();
    expect(mails).toEqual([]);
  });
});
