import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { declarations } from "../../../contract/records/declarations.ts";
import type { Field, Input } from "../../../contract/records/fields.ts";
import { operatorsOf } from "../../../contract/records/filters.ts";
import { mainTypes, type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { hasAbility, type Role, roles } from "../../../contract/roles.ts";
import { type Api, appRouter } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { openDraft } from "../../support/import-desk.ts";
import { createRecord, leastBody } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";
import { withoutIds } from "../../support/without-ids.ts";

let desk: FileDesk;
let people: Record<Role, Person>;
let apis: Record<Role, Api>;

async function openRoles(): Promise<void> {
  desk = await openFileDesk();
  const hired = await Promise.all(roles.map(async (role) => [role, await desk.hire({ role, name: `Rolle ${role}` })]));
  people = Object.fromEntries(hired);
  apis = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await desk.as(people[role])])));
}

const lowRoles = roles.filter((role) => !hasAbility(role, "seePrices") || !hasAbility(role, "seeHolders"));
const hiddenOf = (type: RecordType): [string, Field][] =>
  Object.entries(declarations[type].fields).filter(([, { ability }]) => ability !== undefined);
const secretTypes = recordTypes.filter((type) => hiddenOf(type).length > 0);

/** A value that would be recognised anywhere, in any spelling. */
const cents = 765_432_100;
const leak = /geheim|xaver|7654321|7\.654\.321/i;
function secretOf(field: Field): Input {
  if (field.kind === "money") return cents;
  if (field.kind === "choice") return Object.keys(field.options)[0] as string;
  if (field.kind !== "text") return null;
  if (field.format === "email") return "geheim@xaver.example";
  return field.format === "phone" ? "+49307654321" : "Geheim Xaver";
}
const secretBody = (type: RecordType): RecordBody =>
  Object.fromEntries(
    hiddenOf(type).flatMap(([name, field]) => (field.readOnly ? [] : [[name, secretOf(field)] as const])),
  );

const expectTight = (answer: unknown, type: RecordType) => {
  const text = withoutIds(typeof answer === "string" ? answer : JSON.stringify(answer));
  expect(text).not.toMatch(leak);
  for (const [name] of hiddenOf(type)) expect(text).not.toContain(`"${name}":`);
};

const forbidden = { code: "FORBIDDEN" };

describe("every procedure", () => {
  // What is refused leaves nothing behind: all of them are called in one office.
  beforeAll(openRoles);
  afterAll(() => desk.close());

  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>,
  );
  const call = (api: Api, path: string) => {
    const [group, name] = path.split(".") as [keyof Api, string];
    return (api[group] as unknown as Record<string, (input: unknown) => Promise<unknown>>)[name]?.(
      {},
    ) as Promise<unknown>;
  };

  it.each(procedures.map(([path]) => path))("%s is closed to strangers before it looks at its input", async (path) => {
    expect(await refusalOf(call(await desk.as(), path))).toMatchObject({ code: "UNAUTHORIZED" });
  });

  /** What belongs to the person alone, whatever their role. */
  const own =
    /^((user|session|security|apiToken|calendarFeed|notification|pushSubscription|recent|savedView|file|follow)\.|(dashboard|deadline)\.snooze$|privacy\.exportPerson$|chat\.markRead$|page\.(visit|setFavourite|countMiss)$)/;
  /** Everybody has a vote and a say. */
  const voices = /^feedback\.(vote|follow|comment|editComment|deleteComment)$/;
  const commands = procedures.filter(
    ([path, { _def }]) => _def.type === "mutation" && !own.test(path) && !voices.test(path),
  );
  it.each(commands.map(([path]) => path))("%s writes nothing for who may only look", async (path) => {
    expect(await refusalOf(call(apis.readonly, path))).toMatchObject(forbidden);
  });
});

describe.each(secretTypes)("what is hidden of a %s", (type) => {
  let id: string;
  let title: string;

  beforeEach(async () => {
    await openRoles();
    ({ id, title } = await createRecord(apis.admin, type, secretBody(type)));
    const changed = Object.fromEntries(
      Object.entries(secretBody(type)).map(([name, value]) => [name, value === cents ? cents + 100 : value]),
    );
    await apis.admin[type].update({ params: { id }, body: changed });
    await apis.admin[type].update({ params: { id }, body: secretBody(type) });
  });
  afterEach(() => desk.close());

  it("is seen by everybody who may", async () => {
    for (const role of roles.filter((each) => !lowRoles.includes(each)))
      expect((await apis[role][type].get({ id })).values).toMatchObject(secretBody(type));
  });

  it("leaves by no read", async () => {
    for (const role of lowRoles) {
      const api = apis[role];
      const names = hiddenOf(type).map(([name]) => name);
      const answers = [
        await api[type].list({}),
        await api[type].list({ fields: names }),
        await api[type].get({ id }),
        await api[type].options({}),
        await api.change.list({ type, id }),
        await api.relation.list({ type, id }),
        await api.note.html({ type, id }),
        await api.attachment.list({ type, id }),
        await api.search.find({ query: title }),
        await api.dashboard.counts(),
        await api.dashboard.due({}),
        await api.dashboard.recent(),
        await api.dashboard.renewals(),
      ];
      for (const answer of answers) expectTight(answer, type);
      for (const name of names)
        expect(await refusalOf(api.change.list({ type, id, where: { field: name } }))).toMatchObject(forbidden);
    }
  });

  it("is not told by what is found", async () => {
    for (const role of lowRoles)
      for (const search of ["xaver", "geheim@xaver.example", "7654321", "+49 30 7654321"]) {
        expect((await apis[role][type].list({ search })).totalItems).toBe(0);
        expect(await apis[role][type].options({ search })).toEqual([]);
        expect((await apis[role].search.find({ query: search })).hits).toEqual([]);
      }
  });

  it("is no condition, no order and no view", async () => {
    for (const role of lowRoles) {
      const api = apis[role];
      for (const [name, field] of hiddenOf(type)) {
        for (const is of operatorsOf(field)) {
          const where = [{ field: name, is, value: "x", values: ["x"], from: "1" }].map((filter) => {
            if (is === "between") return { field: name, is, from: filter.from };
            if (is === "contains" || is === "equals") return { field: name, is, value: filter.value };
            return is === "oneOf" || is === "noneOf" || is === "allOf"
              ? { field: name, is, values: filter.values }
              : { field: name, is };
          });
          for (const archived of [true, false])
            expect(await refusalOf(api[type].list({ where, archived }))).toMatchObject(forbidden);
          const view = { type, name: "Meine", state: { where } };
          expect(await refusalOf(api.savedView.create({ body: view }))).toMatchObject(forbidden);
          if (role === "readonly") continue;
          const selection = { scope: { where } };
          const body = await leastBody(apis.admin, type);
          for (const refused of [
            () => api[type].updateMany({ selection, body }),
            () => api[type].archiveMany({ selection }),
          ])
            expect(await refusalOf(refused())).toMatchObject(forbidden);
        }
        const orderBy = [{ field: name }];
        expect(await refusalOf(api[type].list({ orderBy }))).toMatchObject(forbidden);
      }
    }
  });

  it("is not in views that others share", async () => {
    const [name] = hiddenOf(type)[0] as [string, Field];
    const state = { where: [{ field: name, is: "present" as const }] };
    const shared = await apis.admin.savedView.create({ body: { type, name: "Über 7654321", scope: "team", state } });
    for (const role of lowRoles) {
      expect(await apis[role].savedView.list({ type })).toEqual([]);
      expect(await refusalOf(apis[role].savedView.delete({ id: shared.id }))).toMatchObject(forbidden);
    }
  });

  it("leaves in no file", async () => {
    const { plural } = declarations[type];
    const columns = ["title", ...Object.keys(declarations[type].fields)].join();
    for (const format of ["csv", "xlsx"]) {
      const answer = await desk.get(people.member, `/api/export/${plural}.${format}?columns=${columns}`);
      expect(answer.status).toBe(200);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const text =
        format === "csv"
          ? new TextDecoder().decode(bytes)
          : Object.values(unzipSync(bytes))
              .map((part) => strFromU8(part))
              .join();
      expect(withoutIds(text)).not.toMatch(leak);
      if (format === "csv") {
        const heads = text.split("\r\n")[0]?.replace("\uFEFF", "").split(";");
        const open = Object.values(declarations[type].fields).filter(
          ({ ability, kind }) => ability === undefined && kind !== "machine",
        );
        expect(heads?.toSorted()).toEqual(open.map(({ label }) => label).toSorted());
      }
      for (const [name, field] of hiddenOf(type)) {
        const asked = operatorsOf(field).includes("between") ? "between:1.." : "present";
        for (const query of [`f[${name}]=${asked}`, `sort=${name}`]) {
          const refused = await desk.get(people.member, `/api/export/${plural}.${format}?${query}`);
          if (refused.status === 200) expect(query).toMatch(/^sort=/);
          else expect(refused.status).toBe(403);
        }
      }
      const reader = await desk.get(people.readonly, `/api/export/${plural}.${format}`);
      expect(reader.status).toBe(403);
    }
  });

  it("is written by nobody else, in no way", async () => {
    const api = apis.member;
    const body = await leastBody(apis.admin, type);
    const before = await apis.admin[type].get({ id });
    for (const [name, value] of Object.entries(secretBody(type))) {
      for (const given of [value, null])
        for (const refused of [
          () => api[type].create({ body: { ...body, [name]: given } }),
          () => api[type].update({ params: { id }, body: { [name]: given } }),
          () => api[type].update({ params: { id }, body: { [name]: given }, overwrite: false, version: 1 }),
          () => api[type].updateMany({ selection: { ids: [id] }, body: { [name]: given } }),
          () => api[type].updateMany({ selection: { scope: {} }, body: { [name]: given } }),
        ]) {
          const refusal = await refusalOf(refused());
          expect(refusal).toMatchObject(forbidden);
          expect(refusal.message).not.toMatch(leak);
        }
    }
    expect(await apis.admin[type].get({ id })).toEqual(before);
  });

  // What is only worked out is written by nobody, so that no two people can collide over it.
  if (Object.keys(secretBody(type)).length > 0)
    it("is not told by a conflict", async () => {
      const refusal = await refusalOf(
        apis.member[type].update({ params: { id }, body: { [declarations[type].titleField]: "Anders" }, version: 1 }),
      );
      expect(refusal.code).toMatch(/CONFLICT|BAD_REQUEST/);
      expectTight(refusal.conflict ?? {}, type);
      expect(refusal.message).not.toMatch(leak);
    });

  it("is not in what others hear", () => {
    expectTight(desk.signals, type);
    for (const { payload } of desk.signals) expect(Object.keys(payload)).toHaveLength(1);
  });

  // The other types have no import of their own.
  const main = mainTypes.find((one) => one === type);
  if (main)
    it("comes in by no import", async () => {
      const fields = Object.entries(declarations[type].fields).filter(([, { readOnly }]) => !readOnly);
      const heads = fields.map(([, { label }]) => label).join(";");
      const given = { type: main, bytes: `${heads}\n${fields.map(() => "x").join(";")}\n` };
      const { api, id: importId, draft } = await openDraft(desk, people.member, given);
      for (const [name] of hiddenOf(type)) {
        expect(draft.settings.columns).not.toContain(name);
        const columns = draft.settings.columns.map((column, at) => (at === 0 ? name : column));
        const refusal = await refusalOf(api.import.check({ id: importId, settings: { ...draft.settings, columns } }));
        expect(refusal.code).toBe("FORBIDDEN");
        expect((await api.import.get({ id: importId })).state).toBe("draft");
      }
    });
});
