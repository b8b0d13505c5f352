import { beforeEach, describe, expect, it } from "vitest";
import { erasedName } from "../../../contract/privacy/privacy.ts";
import { newId } from "../../../server/db/new-id.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { type NewChangeEvent, recordChangeEvents } from "../../../server/features/change-events/record.ts";
import { personalParts } from "../../../server/features/privacy/personal-data.ts";
import { keepRetention } from "../../../server/features/privacy/retention.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal, refusalOf } from "../../support/records/refusals.ts";
import { withoutIds } from "../../support/without-ids.ts";

let office: Office;
let admin: Api;
let jana: Person;
let janasApi: Api;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin", name: "Timo Brandt" }));
  jana = await office.hire({ name: "Jana Petersen", email: "jana.petersen@agentur.example" });
  janasApi = await office.as(jana);
});

const leave = () => admin.user.deactivate({ id: jana.id });

describe("personal data are refused", () => {
  it("to everybody but the person and admins", async () => {
    const others = [undefined, await office.hire({ role: "maintainer" }), await office.hire({ role: "readonly" })];
    for (const person of others) {
      const api = await office.as(person);
      const code = person ? "FORBIDDEN" : "UNAUTHORIZED";
      expect(await refusalOf(api.privacy.exportPerson({ id: jana.id }))).toMatchObject({ code });
      expect(await refusalOf(api.privacy.erasePerson({ id: jana.id, name: jana.name }))).toMatchObject({ code });
      expect(await refusalOf(api.privacy.erasures({}))).toMatchObject({ code });
    }
    expect(await refusalOf(janasApi.privacy.erasePerson({ id: jana.id, name: jana.name }))).toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("to be erased while the account is open, or under another name", async () => {
    await expectRefusal(admin.privacy.erasePerson({ id: jana.id, name: jana.name }), "PRECONDITION_FAILED");
    await leave();
    await expectRefusal(admin.privacy.erasePerson({ id: jana.id, name: "Jana" }), "BAD_REQUEST", "name");
    expect(await admin.privacy.erasures({})).toEqual([]);
  });
});

describe("an export", () => {
  it("holds what there is of a person and none of their secrets", async () => {
    await janasApi.apiToken.create({ name: "Mein Skript", scopes: ["records:read"], days: 30 });
    await janasApi.chat.create({ title: "Frage", body: "Wie geht das?", clientId: newId() });
    const data = await janasApi.privacy.exportPerson({ id: jana.id });
    const text = JSON.stringify(data);
    expect(data.person).toMatchObject({ email: "jana.petersen@agentur.example" });
    for (const found of ["Mein Skript", "Wie geht das?", "Sitzungen"]) expect(text).toContain(found);
    const { tokenHash } = await office.services.db
      .selectFrom("apiTokens")
      .select("tokenHash")
      .executeTakeFirstOrThrow();
    expect(text).not.toContain(tokenHash);
    for (const { columns } of personalParts)
      for (const column of columns) expect(column).not.toMatch(/hash|sealed|secret|publicKey|password/i);
  });

  onSqlite("asks SQLite's catalogue").it("knows every table that names a person", async () => {
    const { rows } = await office.services.db.executeQuery<{ table: string; column: string }>({
      sql: `select m.name as "table", f."from" as "column" from sqlite_master as m, pragma_foreign_key_list(m.name) as f
        where m.type = 'table' and f."table" = 'users'`,
      parameters: [],
      query: { kind: "RawNode" } as never,
      queryId: { queryId: "names" } as never,
    });
    const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const told = new Set(personalParts.map(({ table, owner }) => `${table}.${owner}`));
    const stamps =
      /(createdById|updatedById|responsibleUserId|assigneeId|byId|invitedById|lastReviewedById|dataOfficerId)$/i;
    const missing = rows
      .map(({ table, column }) => `${camel(table)}.${camel(column)}`)
      .filter((name) => !told.has(name) && !stamps.test(name));
    expect(missing).toEqual(["pages.privateToId"]);
  });
});

describe("erasing", () => {
  it("leaves the work of a person and nothing that tells who they were", async () => {
    const { id } = await createRecord(janasApi, "customer", { name: "Weingut Amsel", responsibleUserId: jana.id });
    await janasApi.user.update({ params: { id: jana.id }, body: { phone: "+49 30 123456", position: "Leitung" } });
    const { id: chatId } = await janasApi.chat.create({ title: "Frage", body: "Bleibt stehen.", clientId: newId() });
    await janasApi.apiToken.create({ name: "Mein Skript", scopes: ["records:read"], days: 30 });
    await leave();
    await admin.privacy.erasePerson({ id: jana.id, name: jana.name });

    expect((await admin.customer.get({ id })).createdBy?.label).toBe(erasedName);
    const [message] = (await admin.chat.messages({ chatId })).messages;
    expect(message).toMatchObject({ body: "Bleibt stehen.", author: { name: erasedName } });
    const tables = [
      "users",
      "sessions",
      "changes",
      "apiTokens",
      "notifications",
      "invitations",
      "searchDocuments",
    ] as const;
    for (const table of tables) {
      const text = JSON.stringify(await office.services.db.selectFrom(table).selectAll().execute());
      for (const trace of ["Petersen", "jana.petersen", "123456"]) expect(withoutIds(text)).not.toContain(trace);
    }
    expect(await admin.privacy.erasures({})).toEqual([
      { type: "user", id: jana.id, at: office.services.now(), by: "Timo Brandt" },
    ]);
    await expectRefusal(admin.user.reactivate({ id: jana.id }), "PRECONDITION_FAILED");
  });
});

describe("retention", () => {
  it("removes sign-ins and read notifications after their time, and keeps the history of records", async () => {
    await createRecord(admin, "tag");
    const at = office.services.now().toISOString();
    const signIn = { id: newId(), kind: "user.signed-in", subjectType: "user", subjectId: jana.id, at } as const;
    await office.services.db
      .insertInto("changes")
      .values({ ...signIn, actorId: jana.id, version: null, beforeJson: null, afterJson: null })
      .execute();
    office.advance(366 * 86_400_000);
    await keepRetention(office.services);
    const kinds = await office.services.db.selectFrom("changes").select("kind").orderBy("id").execute();
    expect(kinds).toEqual([{ kind: "tag.created" }, { kind: "job.history-removed" }]);
    await admin.setting.update({ section: "privacy", values: { historyDays: 30 }, secrets: {}, version: 0 });
    await keepRetention(office.services);
    const left = await office.services.db.selectFrom("changes").select("kind").orderBy("id").execute();
    expect(left).toEqual([
      { kind: "job.history-removed" },
      { kind: "setting.updated" },
      { kind: "job.history-removed" },
    ]);
  });

  it("removes what machines noticed two years ago, and keeps what alarmed", async () => {
    const { id } = await createRecord(admin, "domain");
    const target = { type: "domain", id } as const;
    const noticed = (kind: "nameservers" | "records"): NewChangeEvent => ({
      source: "dns",
      kind,
      target,
      before: null,
      after: ["ns1.neu.example"],
    });
    const notice = () =>
      transact(systemContext(office.services), (tx) =>
        recordChangeEvents(tx, [noticed("nameservers"), noticed("records")]),
      );
    const left = async () => {
      await keepRetention(office.services);
      const rows = await office.services.db.selectFrom("changeEvents").select("kind").orderBy("kind").execute();
      return rows.map(({ kind }) => kind);
    };
    await notice();
    office.advance(730 * 86_400_000);
    await notice();
    expect(await left()).toEqual(["nameservers", "nameservers", "records", "records"]);
    office.advance(3 * 86_400_000);
    expect(await left()).toEqual(["nameservers", "nameservers", "records"]);
  });
});
