import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { declarations } from "../../../contract/records/declarations.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { hasAbility, type Role, roles } from "../../../contract/roles.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createRecord, leastBody } from "../../support/records/records.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let desk: FileDesk;
let people: Record<Role, Person>;
let apis: Record<Role, Api>;

beforeEach(async () => {
  desk = await openFileDesk();
  const hired = await Promise.all(roles.map(async (role) => [role, await desk.hire({ role, name: `Rolle ${role}` })]));
  people = Object.fromEntries(hired);
  apis = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await desk.as(people[role])])));
});
afterEach(() => desk.close());

const forbidden = { code: "FORBIDDEN" };

describe("what only some may do", () => {
  it.each(recordTypes)("saving over others' changes of a %s is for those who look after records", async (type) => {
    const { id } = await createRecord(apis.admin, type);
    const { titleField } = declarations[type];
    const body = { ...(await leastBody(apis.admin, type)) };
    const change = { [titleField]: body[titleField] } as RecordBody;
    const late = { params: { id }, body: change, version: 1, overwrite: true };
    for (const role of roles)
      if (!hasAbility(role, "overwriteRecords"))
        expect(await refusalOf(apis[role][type].update(late))).toMatchObject(forbidden);
  });

  it.each(recordTypes)("deleting a %s is for admins, with what hangs on it", async (type) => {
    const { id, title } = await createRecord(apis.admin, type);
    await apis.admin[type].archive({ id });
    for (const role of roles.filter((each) => each !== "admin")) {
      expect(await refusalOf(apis[role][type].delete({ id, title }))).toMatchObject(forbidden);
      expect(await refusalOf(apis[role].relation.dependents({ type, id }))).toMatchObject(forbidden);
    }
    expect(await apis.admin[type].delete({ id, title })).toEqual({ id });
  });

  it("a default view and those of the team are not written by members", async () => {
    for (const scope of ["team", "default"] as const)
      for (const role of ["member", "readonly"] as const) {
        const body = { type: "website" as const, name: "Alle", scope, state: {} };
        expect(await refusalOf(apis[role].savedView.create({ body }))).toMatchObject(forbidden);
      }
    const mine = await apis.member.savedView.create({ body: { type: "website", name: "Meine", state: {} } });
    for (const role of ["admin", "maintainer", "readonly"] as const) {
      const change = { params: { id: mine.id }, body: { name: "Deine" } };
      expect(await refusalOf(apis[role].savedView.update(change))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusalOf(apis[role].savedView.delete({ id: mine.id }))).toMatchObject({ code: "NOT_FOUND" });
    }
    const raised = { params: { id: mine.id }, body: { scope: "default" as const } };
    expect(await refusalOf(apis.member.savedView.update(raised))).toMatchObject(forbidden);
  });

  it("a file is put on a record only by who uploaded and confirmed it", async () => {
    const { id } = await createRecord(apis.admin, "website");
    const ticket = await apis.maintainer.file.createUpload({ filename: "angebot.pdf", purpose: "file" });
    const key = ticket.fields.key ?? "";
    for (const role of ["admin", "maintainer", "member"] as const)
      for (const given of [key, "unbekannt", "../../etc/passwd"])
        if (given !== "")
          expect(await refusalOf(apis[role].attachment.attach({ type: "website", id, key: given }))).toMatchObject({
            code: "BAD_REQUEST",
          });
    expect(await apis.admin.attachment.list({ type: "website", id })).toEqual([]);
  });
});

describe("the room of a record", () => {
  const join = async (role: Role | undefined, channel: string, more = "") => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = `socket_id=123.456&channel_name=${encodeURIComponent(channel)}${more}`;
    const init = { method: "POST", headers, body };
    return desk.get(role && people[role], "/api/pusher/channel/auth", init);
  };

  it("is closed to strangers, and to editing without the right", async () => {
    const room = "presence-record-website-abc";
    expect((await join(undefined, room)).status).toBe(401);
    expect((await join("readonly", room)).status).toBe(200);
    for (const editing of ["&editing=1", "&editing=true", "&editing=0", "&editing=1&editing=", "&editing[]=1"]) {
      const answer = await join("readonly", room, editing);
      if (answer.status === 200) expect(await answer.text()).not.toContain('\\"editing\\":true');
      else expect(answer.status).toBe(403);
    }
    const { channel_data: data } = await (await join("member", room, "&editing=1")).json();
    expect(JSON.parse(data)).toMatchObject({ user_id: `${people.member.id}:editing`, user_info: { editing: true } });
  });

  it.each([
    "presence-record-",
    "presence-record-website",
    "presence-record-website-",
    "presence-record-user-abc",
    "presence-record-__proto__-abc",
    "presence-record-constructor-abc",
    "presence-record-website-a b",
    "presence-record-website-a\nb",
    `presence-record-website-${"x".repeat(65)}`,
    "presence-record-website-../../x",
    "presence-record-website-ä",
    "private-record-website-abc",
    "record-website-abc",
    "presence-record-Website-abc",
    " presence-record-website-abc",
  ])("named %j is none", async (channel) => {
    expect((await join("admin", channel)).status).toBe(403);
  });
});
