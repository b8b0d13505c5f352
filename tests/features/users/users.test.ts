import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let chief: Person;
let jana: Person;
let timo: Person;
let admin: Api;

beforeEach(async () => {
  office = await openOffice();
  chief = await office.hire({ name: "Chef", role: "admin", email: "chef@agentur.example" });
  jana = await office.hire({ name: "Jana Petersen", email: "jana@agentur.example" });
  timo = await office.hire({ name: "Timo Brandt", role: "maintainer", email: "timo@agentur.example" });
  admin = await office.as(chief);
});

const changes = () => office.services.db.selectFrom("changes").selectAll().orderBy("id").execute();
const sessionsOf = ({ id }: Person) =>
  office.services.db.selectFrom("sessions").select("id").where("userId", "=", id).execute();
const lastAdmin = { code: "PRECONDITION_FAILED" };

/** Lets a person upload an image, as far as the files table knows. */
async function uploadImage(by: Person, details: { confirmedAt?: null; purpose?: "file"; owner?: string } = {}) {
  const key = newId();
  const at = office.services.now().toISOString();
  const file = { key, filename: "jana.png", mimeType: "image/png", size: 1, width: 1, height: 1 } as const;
  await office.services.db
    .insertInto("files")
    .values({
      ...file,
      purpose: "image",
      createdById: by.id,
      createdAt: at,
      receivedAt: at,
      confirmedAt: at,
      owner: null,
      ...details,
    })
    .execute();
  return key;
}
const ownerOf = async (key: string) =>
  (await office.services.db.selectFrom("files").select("owner").where("key", "=", key).executeTakeFirst())?.owner;

describe("a stranger", () => {
  it("sees and changes nobody", async () => {
    const api = await office.as();
    const { id } = jana;
    const calls = [
      api.user.list({}),
      api.user.getUser({ id }),
      api.user.getProfile({ id }),
      api.user.update({ params: { id }, body: { name: "X" } }),
      api.user.changePassword({ currentPassword: "x", newPassword: "ein langes Passwort" }),
      api.user.changeRole({ id, role: "admin" }),
      api.user.deactivate({ id }),
      api.user.reactivate({ id }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("looking at colleagues", () => {
  it("is refused for somebody who does not exist", async () => {
    const api = await office.as(jana);
    await expect(api.user.getUser({ id: "niemand" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(api.user.getProfile({ id: "niemand" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("shows name, position, role and state, and the image when asked for", async () => {
    await admin.user.update({ params: { id: timo.id }, body: { position: "Technik" } });
    const api = await office.as(jana);
    const shown = { id: timo.id, name: "Timo Brandt", role: "maintainer", state: "active", position: "Technik" };
    expect(await api.user.getUser({ id: timo.id })).toEqual(shown);
    expect(await api.user.getUser({ id: timo.id, includeFields: { image: true } })).toEqual({ ...shown, image: null });
    const nothing = {
      edit: false,
      changeRole: false,
      deactivate: false,
      reactivate: false,
      invite: false,
      createPasswordLink: false,
      resetSecondFactor: false,
      endSessions: false,
    };
    expect(await api.user.getProfile({ id: timo.id })).toEqual({
      access: "public",
      ...shown,
      image: null,
      can: nothing,
    });
  });

  it("shows the own profile whole, and everybody's to admins", async () => {
    const own = await (await office.as(jana)).user.getProfile({ id: jana.id });
    expect(own).toMatchObject({
      access: "full",
      email: "jana@agentur.example",
      version: 1,
      can: { edit: true, changeRole: false },
    });
    expect(await admin.user.getProfile({ id: jana.id })).toMatchObject({
      access: "full",
      email: "jana@agentur.example",
      can: {
        edit: true,
        changeRole: true,
        deactivate: true,
        reactivate: false,
        invite: false,
        createPasswordLink: true,
        resetSecondFactor: true,
        endSessions: true,
      },
    });
  });

  it("pages the list by name, and shows addresses to admins alone", async () => {
    const first = await (await office.as(jana)).user.list({ limit: 2 });
    expect(first).toMatchObject({ totalItems: 3, totalPages: 2 });
    expect(first.data.map(({ name, email, lastSeenAt }) => [name, email, lastSeenAt])).toEqual([
      ["Chef", null, null],
      ["Jana Petersen", null, null],
    ]);
    const second = await admin.user.list({ limit: 2, page: 2 });
    expect(second.data).toMatchObject([
      { name: "Timo Brandt", email: "timo@agentur.example", can: { deactivate: true } },
    ]);
  });

  it("finds by name and position, by role and state, and by address only for admins", async () => {
    const names = async (api: Api, input: Parameters<Api["user"]["list"]>[0]) =>
      (await api.user.list(input)).data.map(({ name }) => name);
    const api = await office.as(jana);
    expect(await names(api, { search: "PETER" })).toEqual(["Jana Petersen"]);
    expect(await names(api, { search: "%" })).toEqual([]);
    expect(await names(api, { search: "timo@" })).toEqual([]);
    expect(await names(admin, { search: "timo@" })).toEqual(["Timo Brandt"]);
    expect(await names(api, { where: { role: "maintainer" } })).toEqual(["Timo Brandt"]);
    await admin.user.deactivate({ id: timo.id });
    expect(await names(api, { where: { state: "deactivated" } })).toEqual(["Timo Brandt"]);
    expect(await names(api, { where: { state: "active" } })).toEqual(["Chef", "Jana Petersen"]);
  });
});

describe("changing a profile", () => {
  const update = (api: Api, body: Parameters<Api["user"]["update"]>[0]["body"], version?: number) =>
    api.user.update({ params: { id: jana.id }, body, version });

  it("is refused to colleagues", async () => {
    await expect(update(await office.as(timo), { name: "X" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await changes()).toEqual([]);
  });

  it("is refused for somebody who does not exist", async () => {
    await expect(admin.user.update({ params: { id: "niemand" }, body: { name: "X" } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is refused naming each wrong field", async () => {
    const error = await update(await office.as(jana), { name: " ", phone: "0".repeat(41) }).catch((refusal) => refusal);
    expect(error.code).toBe("BAD_REQUEST");
    expect(error.cause.issues.map(({ path }: { path: string[] }) => path.join("."))).toEqual([
      "body.name",
      "body.phone",
    ]);
    await expect(update(await office.as(jana), { role: "admin" } as never)).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("is refused when somebody else has changed it meanwhile, naming them", async () => {
    await update(admin, { position: "Leitung" }, 1);
    await expect(update(await office.as(jana), { position: "Design" }, 1)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Chef"),
    });
    expect(await admin.user.getProfile({ id: jana.id })).toMatchObject({ position: "Leitung", version: 2 });
  });

  it("keeps of a name what can be seen, on one line", async () => {
    await update(await office.as(jana), { name: "Jana\u202e\n\tPetersen\u200b" });
    expect(await admin.user.getProfile({ id: jana.id })).toMatchObject({ name: "Jana Petersen" });
    await expect(update(await office.as(jana), { name: "\u200b\u202e" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("stores what was changed, and records before and after of that alone", async () => {
    const body = { name: " Jana P. ", phone: "+49 30 1", position: null };
    expect(await update(await office.as(jana), body, 1)).toEqual({ id: jana.id, version: 2 });
    expect(await admin.user.getProfile({ id: jana.id })).toMatchObject({
      name: "Jana P.",
      phone: "+49 30 1",
    });
    const [change] = await changes();
    expect(change).toMatchObject({ kind: "user.updated", subjectId: jana.id, actorId: jana.id });
    expect(JSON.parse(change?.beforeJson ?? "")).toEqual({
      name: "Jana Petersen",
      phone: null,
    });
    expect(JSON.parse(change?.afterJson ?? "")).toEqual({
      name: "Jana P.",
      phone: "+49 30 1",
    });
  });

  it("records nothing when nothing changes", async () => {
    expect(await update(await office.as(jana), { name: "Jana Petersen" }, 1)).toEqual({ id: jana.id, version: 1 });
    expect(await changes()).toEqual([]);
  });
});

describe("a profile's image", () => {
  const setImage = async (person: Person, imageKey: string | null, of = jana) =>
    (await office.as(person)).user.update({ params: { id: of.id }, body: { imageKey } });

  it("cannot be a file that is missing, unconfirmed, no image, somebody else's or in use", async () => {
    const keys = [
      "gibt-es-nicht",
      await uploadImage(jana, { confirmedAt: null }),
      await uploadImage(jana, { purpose: "file" }),
      await uploadImage(timo),
      await uploadImage(jana, { owner: "website:7" }),
    ];
    for (const key of keys)
      await expect(setImage(jana, key)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        cause: { fields: { "body.imageKey": [expect.any(String)] } },
      });
    expect(await admin.user.getProfile({ id: jana.id })).toMatchObject({ image: null });
  });

  it("belongs to the person, and leaves the former one to be removed", async () => {
    const [former, latter] = [await uploadImage(jana), await uploadImage(jana)];
    await setImage(jana, former);
    expect(await ownerOf(former)).toBe(`user:${jana.id}`);
    await setImage(jana, latter);
    expect([await ownerOf(former), await ownerOf(latter)]).toEqual([null, `user:${jana.id}`]);
    await setImage(jana, null);
    expect(await ownerOf(latter)).toBeNull();
    const ctx = await office.contextOf(jana);
    expect(ctx.session?.user.image).toBeNull();
  });

  it("may be set by an admin with an image of theirs", async () => {
    const key = await uploadImage(chief);
    await setImage(chief, key);
    expect((await office.contextOf(jana)).session?.user.image).toBe(key);
  });
});

describe("roles", () => {
  it("are changed by admins alone", async () => {
    for (const person of [jana, timo])
      await expect((await office.as(person)).user.changeRole({ id: jana.id, role: "admin" })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    await expect(admin.user.changeRole({ id: "niemand", role: "member" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(admin.user.changeRole({ id: jana.id, role: "king" as never })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("leave at least one active admin", async () => {
    await expect(admin.user.changeRole({ id: chief.id, role: "member" })).rejects.toMatchObject(lastAdmin);
    const second = await office.hire({ name: "Zweite", role: "admin" });
    await admin.user.deactivate({ id: second.id });
    await admin.user.invite({ body: { name: "Neu", email: "neu@agentur.example", role: "admin" } });
    await expect(admin.user.changeRole({ id: chief.id, role: "member" })).rejects.toMatchObject(lastAdmin);
    expect((await changes()).map(({ kind }) => kind)).toEqual(["user.deactivated", "user.invited"]);
  });

  it("leave one admin when two step down at the same time", async () => {
    const second = await office.hire({ name: "Zweite", role: "admin" });
    const results = await Promise.allSettled([
      admin.user.changeRole({ id: chief.id, role: "member" }),
      (await office.as(second)).user.deactivate({ id: second.id }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("take effect at once, are recorded, told to the person, and decide anew about sockets", async () => {
    expect(await admin.user.changeRole({ id: jana.id, role: "maintainer" })).toEqual({
      id: jana.id,
      role: "maintainer",
    });
    expect((await office.contextOf(jana)).person?.role).toBe("maintainer");
    expect(await changes()).toMatchObject([
      {
        kind: "user.role-changed",
        beforeJson: `{"role":"member"}`,
        afterJson: `{"role":"maintainer"}`,
        actorId: chief.id,
      },
    ]);
    expect(office.signals).toMatchObject([{ event: "newNotification", toUserId: jana.id }]);
    expect(office.disconnected).toEqual([{ userId: jana.id }]);
  });
});

describe("deactivating", () => {
  it("is for admins, and for people who are active", async () => {
    await expect((await office.as(timo)).user.deactivate({ id: jana.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect((await office.as(timo)).user.reactivate({ id: jana.id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(admin.user.deactivate({ id: chief.id })).rejects.toMatchObject(lastAdmin);
    await expect(admin.user.reactivate({ id: jana.id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    const { user } = await admin.user.invite({ body: { name: "Neu", email: "neu@agentur.example", role: "member" } });
    await expect(admin.user.deactivate({ id: user.id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await admin.user.deactivate({ id: jana.id });
    await expect(admin.user.deactivate({ id: jana.id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("ends sessions and sockets at once, and lets nobody in until it is taken back", async () => {
    await office.contextOf(jana);
    expect(await sessionsOf(jana)).toHaveLength(1);
    await admin.user.deactivate({ id: jana.id });
    expect(await sessionsOf(jana)).toEqual([]);
    expect(office.disconnected).toEqual([{ userId: jana.id }]);
    expect((await office.contextOf(jana)).person).toBeUndefined();
    expect(await admin.user.getUser({ id: jana.id })).toMatchObject({ state: "deactivated" });

    await admin.user.reactivate({ id: jana.id });
    expect((await office.contextOf(jana)).person).toMatchObject({ id: jana.id });
    expect((await changes()).map(({ kind }) => kind)).toEqual(["user.deactivated", "user.reactivated"]);
  });
});
