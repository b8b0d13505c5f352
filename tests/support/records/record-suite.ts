import { beforeEach, describe, expect, it } from "vitest";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Role } from "../../../contract/roles.ts";
import type { Api } from "../../../server/features/router.ts";
import { isOpen } from "../../../server/records/readable.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../office.ts";
import { createRecord, leastBody } from "./records.ts";
import { refusalOf } from "./refusals.ts";

interface RecordPromises {
  /** A change of a fresh record, as it reads afterwards. */
  change: RecordBody;
  /** Input that is refused: the field, and what is written into it. */
  wrong: [field: string, value: unknown][];
  /** Fields that only maintainers and admins may see, with a value. */
  hidden?: RecordBody;
  /** The least role that archives. */
  archivedBy?: Role;
}

/** What every command on a type of record promises, refusals first. */
export function describeRecordCommands(type: RecordType, promises: RecordPromises): void {
  const { change, wrong, hidden, archivedBy = "member" } = promises;
  let office: Office;
  let person: Person;
  let api: Api;
  let apis: Record<Role, Api>;

  beforeEach(async () => {
    office = await openOffice();
    person = await office.hire({ name: "Maren Ahlers", role: "admin" });
    api = await office.as(person);
    const as = async (role: Role) => office.as(await office.hire({ role }));
    apis = {
      admin: api,
      maintainer: await as("maintainer"),
      member: await as("member"),
      readonly: await as("readonly"),
    };
  });

  const historyOf = (id: string) =>
    office.services.db
      .selectFrom("changes")
      .select(["kind", "actorId", "version", "beforeJson", "afterJson"])
      .where("subjectId", "=", id)
      .orderBy("version")
      .execute();
  const own = (id: string) => ({ event: "recordsChanged", payload: { records: { type, ids: [id] } } });
  /** What was restricted cannot be told any more once it is gone, so such types name no id then. */
  const ownGone = (id: string) =>
    isOpen(type) ? own(id) : { event: "recordsChanged", payload: { records: { type, ids: [] } } };
  const count = async () => (await api[type].list({})).totalItems;

  /** Every command on a record, by its name. */
  const commands = (by: Api, { id, title }: { id: string; title: string }, body: RecordBody) => ({
    create: () => by[type].create({ body }),
    update: () => by[type].update({ params: { id }, body: change }),
    archive: () => by[type].archive({ id }),
    restore: () => by[type].restore({ id }),
    delete: () => by[type].delete({ id, title }),
  });

  describe(`the commands on a ${type}`, () => {
    it("are refused to strangers, with every look at it", async () => {
      const record = await createRecord(api, type);
      const stranger = await office.as();
      const { id } = record;
      const reads = [() => stranger[type].list({}), () => stranger[type].get({ id }), () => stranger[type].options({})];
      const writes = Object.values(commands(stranger, record, await leastBody(api, type)));
      for (const call of [...reads, ...writes]) expect(await refusalOf(call())).toMatchObject({ code: "UNAUTHORIZED" });
    });

    it("are refused to who may only look, and record nothing", async () => {
      const record = await createRecord(api, type);
      const body = await leastBody(api, type);
      const before = await count();
      office.signals.length = 0;
      for (const write of Object.values(commands(apis.readonly, record, body)))
        expect(await refusalOf(write())).toMatchObject({ code: "FORBIDDEN" });
      expect(await refusalOf(apis.member[type].delete({ id: record.id, title: record.title }))).toMatchObject({
        code: "FORBIDDEN",
      });
      expect([office.signals, (await historyOf(record.id)).length, await count()]).toEqual([[], 1, before]);
      expect((await apis.readonly[type].get({ id: record.id })).can).toEqual({
        edit: false,
        archive: false,
        delete: false,
        overwrite: false,
      });
    });

    if (archivedBy === "maintainer")
      it("leave archiving and restoring to maintainers, and adding to everybody who edits", async () => {
        const { id } = await createRecord(apis.member, type);
        expect((await apis.member[type].get({ id })).can).toMatchObject({ edit: true, archive: false });
        expect(await refusalOf(apis.member[type].archive({ id }))).toMatchObject({ code: "FORBIDDEN" });
        await apis.maintainer[type].archive({ id });
        expect(await refusalOf(apis.member[type].restore({ id }))).toMatchObject({ code: "FORBIDDEN" });
        expect(await apis.maintainer[type].restore({ id })).toMatchObject({ id });
      });

    if (hidden)
      it("keep what only maintainers see from members", async () => {
        const least = await leastBody(api, type);
        const { id } = await createRecord(api, type, hidden);
        const seen = (await apis.member[type].get({ id })).values;
        expect(Object.keys(hidden).filter((name) => name in seen)).toEqual([]);
        expect((await apis.maintainer[type].get({ id })).values).toMatchObject(hidden);
        for (const [name, value] of Object.entries(hidden)) {
          const refused = { code: "FORBIDDEN" };
          const body = { ...least, [name]: value };
          expect(await refusalOf(apis.member[type].create({ body }))).toMatchObject(refused);
          const update = { params: { id }, body: { [name]: value } };
          expect(await refusalOf(apis.member[type].update(update))).toMatchObject(refused);
        }
      });

    it.each(wrong)("refuse a wrong %s (%j)", async (field, value) => {
      const { id } = await createRecord(api, type);
      office.signals.length = 0;
      const least = await leastBody(api, type);
      const before = await count();
      for (const call of [
        () => api[type].create({ body: { ...least, [field]: value } as RecordBody }),
        () => api[type].update({ params: { id }, body: { [field]: value } as RecordBody }),
      ]) {
        const refusal = await refusalOf(call());
        expect(refusal.code).toBe("BAD_REQUEST");
        expect(Object.keys(refusal.fields)).toContainEqual(expect.stringMatching(`^body\\.${field}\\b`));
      }
      expect((await historyOf(id)).length).toBe(1);
      expect(await count()).toBe(before);
    });

    it("tell two people who change the same what the other did", async () => {
      const { id } = await createRecord(api, type);
      await apis.member[type].update({ params: { id }, body: change, version: 1 });
      const late = { params: { id }, body: change, version: 1 };
      const refusal = await refusalOf(apis.maintainer[type].update(late));
      expect(refusal).toMatchObject({ code: "CONFLICT", conflict: { version: 2 } });
      expect(refusal.conflict?.fields.map(({ field }) => field)).toEqual(expect.arrayContaining(Object.keys(change)));
      expect(await refusalOf(apis.maintainer[type].archive({ id, version: 1 }))).toMatchObject({ code: "CONFLICT" });
    });

    it("create, change, archive, restore and delete, with history and live signal", async () => {
      const body = await leastBody(api, type);
      office.signals.length = 0;
      const { id, title } = await api[type].create({ body });
      expect(office.signals).toContainEqual(own(id));
      expect(await api[type].get({ id })).toMatchObject({ id, title, version: 1, createdBy: { id: person.id } });

      office.signals.length = 0;
      const changed = await api[type].update({ params: { id }, body: change, version: 1 });
      expect(changed.version).toBe(2);
      expect((await api[type].get({ id })).values).toMatchObject(change);
      expect(office.signals).toContainEqual(own(id));

      office.signals.length = 0;
      await api[type].archive({ id, version: 2 });
      expect(office.signals).toContainEqual(own(id));
      const ids = async (archived: boolean) => (await api[type].list({ archived })).data.map((row) => row.id);
      expect(await ids(false)).not.toContain(id);
      expect(await ids(true)).toContain(id);
      await api[type].restore({ id });
      expect(await ids(false)).toContain(id);
      await api[type].archive({ id });

      office.signals.length = 0;
      expect(await refusalOf(api[type].delete({ id, title: "falsch" }))).toMatchObject({ code: "BAD_REQUEST" });
      expect(await api[type].delete({ id, title: changed.title })).toEqual({ id });
      expect(office.signals).toContainEqual(ownGone(id));
      expect(await refusalOf(api[type].get({ id }))).toMatchObject({ code: "NOT_FOUND" });

      const history = await historyOf(id);
      expect(history.map(({ kind }) => kind)).toEqual(
        ["created", "updated", "archived", "restored", "archived", "deleted"].map((verb) => `${type}.${verb}`),
      );
      expect(history.every(({ actorId }) => actorId === person.id)).toBe(true);
      const [, update] = history;
      for (const json of [update?.beforeJson, update?.afterJson])
        expect(Object.keys(JSON.parse(json ?? "{}"))).toEqual(expect.arrayContaining(Object.keys(change)));
    });
  });
}
