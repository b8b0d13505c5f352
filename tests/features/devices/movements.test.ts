import { beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { refusalOf } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
let malte: Person;
let device: { id: string; title: string };

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "member" });
  malte = await office.hire({ name: "Malte Grothe", role: "readonly" });
  const api = await office.as(jana);
  const category = await api.deviceCategory.create({ body: { name: "Messgerät", defaultAuditMonths: 12 } });
  const location = await api.location.create({ body: { name: "Lager Nord" } });
  device = await api.device.create({
    body: { name: "Falke 14", categoryId: category.id, locationId: location.id },
  });
  office.signals.length = 0;
});

const toMalte = () => ({ type: "user" as const, id: malte.id });

describe("who may not", () => {
  it("moves nothing as a stranger or with a reading role", async () => {
    for (const [person, code] of [
      [undefined, "UNAUTHORIZED"],
      [malte, "FORBIDDEN"],
    ] as const) {
      const api = await office.as(person);
      const moves = [
        api.device.checkOut({ deviceIds: [device.id], to: toMalte() }),
        api.device.checkIn({ deviceIds: [device.id] }),
        api.device.audit({ deviceIds: [device.id] }),
      ];
      for (const move of moves) await expect(move).rejects.toMatchObject({ code });
    }
  });
});

describe("what a person has", () => {
  it("is listed for them and for those who look after devices, and for nobody else", async () => {
    const api = await office.as(jana);
    await api.device.checkOut({ deviceIds: [device.id], to: toMalte(), expectedReturnAt: "2026-12-24" });
    const userId = malte.id;
    const held = [
      {
        id: device.id,
        title: "Falke 14",
        assetTag: expect.any(String),
        assignedAt: "2026-11-20",
        expectedReturnAt: "2026-12-24",
      },
    ];
    const maintainer = await office.hire({ role: "maintainer" });
    for (const person of [malte, maintainer])
      expect(await (await office.as(person)).device.heldBy({ userId })).toEqual(held);
    await expect((await office.as()).device.heldBy({ userId })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(api.device.heldBy({ userId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await api.device.heldBy({ userId: jana.id })).toEqual([]);
    await api.device.checkIn({ deviceIds: [device.id] });
    expect(await (await office.as(malte)).device.heldBy({ userId })).toEqual([]);
  });
});

describe("what cannot be handed out", () => {
  it("refuses a return date in the past and a holder that does not exist, by field", async () => {
    const api = await office.as(jana);
    const past = { deviceIds: [device.id], to: toMalte(), expectedReturnAt: "2020-01-01" };
    await expect(api.device.checkOut(past)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { fields: { expectedReturnAt: [expect.any(String)] } },
    });
    const nobody = { deviceIds: [device.id], to: { type: "user" as const, id: "gibt-es-nicht" } };
    await expect(api.device.checkOut(nobody)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("refuses a device that somebody has, and one that is retired, and says so", async () => {
    const api = await office.as(jana);
    await api.device.checkOut({ deviceIds: [device.id], to: toMalte() });
    await expect(api.device.checkOut({ deviceIds: [device.id], to: toMalte() })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      message: expect.stringContaining("Malte Grothe"),
    });
    await api.device.checkIn({ deviceIds: [device.id], status: "retired" });
    const retired = await refusalOf(api.device.checkOut({ deviceIds: [device.id], to: toMalte() }));
    expect(retired.code).toBe("PRECONDITION_FAILED");
    expect(retired.message).not.toContain("Malte Grothe");
  });

  it("hands out all or none", async () => {
    const api = await office.as(jana);
    const moves = { deviceIds: [device.id, "gibt-es-nicht"], to: toMalte() };
    await expect(api.device.checkOut(moves)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await api.device.movements({ deviceId: device.id })).toEqual([]);
    expect((await api.device.get({ id: device.id })).values.status).toBe("available");
  });

  it("refuses to change the status of a device that somebody has", async () => {
    const api = await office.as(jana);
    await api.device.checkOut({ deviceIds: [device.id], to: toMalte() });
    const freed = { params: { id: device.id }, body: { status: "available" }, version: 2 };
    await expect(api.device.update(freed)).rejects.toMatchObject({
      cause: { fields: { "body.status": [expect.any(String)] } },
    });
  });
});

describe("a checkout that is undone", () => {
  it("is refused once the device went on to somebody else, and leaves it there", async () => {
    const api = await office.as(jana);
    const [first] = await api.device.checkOut({ deviceIds: [device.id], to: toMalte() });
    office.advance(1000);
    await api.device.checkIn({ deviceIds: [device.id] });
    office.advance(1000);
    const [second] = await api.device.checkOut({ deviceIds: [device.id], to: { type: "user", id: jana.id } });
    office.advance(1000);
    const undo = (checkoutId: string | undefined) =>
      api.device.checkIn({ deviceIds: [device.id], checkoutIds: [checkoutId ?? ""] });
    await expect(undo(first?.checkoutId)).rejects.toMatchObject({
      cause: { code: "precondition" },
      message: expect.stringContaining("Jana Petersen"),
    });
    expect((await api.device.get({ id: device.id })).values.assignedTo).toBe("Jana Petersen");
    await undo(second?.checkoutId);
    expect((await api.device.get({ id: device.id })).values.assignedTo).toBeNull();
  });
});

describe("a device on its way", () => {
  it("is with its holder, in the history, signalled and told to who gets it", async () => {
    const api = await office.as(jana);
    await api.device.checkOut({
      deviceIds: [device.id],
      to: toMalte(),
      expectedReturnAt: "2026-12-24",
      accessories: ["Netzteil"],
      note: "für die Messe",
    });
    const { values, version } = await api.device.get({ id: device.id });
    expect(values).toMatchObject({ status: "issued", assignedTo: "Malte Grothe", expectedReturnAt: "2026-12-24" });
    expect(version).toBe(2);
    const [movement] = await api.device.movements({ deviceId: device.id });
    expect(movement).toMatchObject({
      kind: "checkOut",
      to: { type: "user", label: "Malte Grothe" },
      by: { label: "Jana Petersen" },
      accessories: ["Netzteil"],
      note: "für die Messe",
    });
    expect(office.signals.map(({ event }) => event).sort()).toEqual([
      "deviceMoved",
      "newNotification",
      "recordsChanged",
    ]);
    const told = await (await office.as(malte)).notification.list({ where: { forUserId: malte.id } });
    expect(told.data[0]).toMatchObject({ title: "Falke 14 übergeben", link: `/devices/${device.id}` });
    const history = await office.services.db
      .selectFrom("changes")
      .select("kind")
      .where("subjectId", "=", device.id)
      .orderBy("version")
      .execute();
    expect(history.map(({ kind }) => kind)).toEqual(["device.created", "device.moved"]);
  });

  it("comes back free, with what is missing, and lies where it was put", async () => {
    const api = await office.as(jana);
    const desk = await api.location.create({ body: { name: "Empfang" } });
    await api.device.checkOut({ deviceIds: [device.id], to: toMalte() });
    office.advance(1000);
    await api.device.checkIn({
      deviceIds: [device.id],
      locationId: desk.id,
      condition: "used",
      missingAccessories: ["Tasche"],
    });
    expect((await api.device.get({ id: device.id })).values).toMatchObject({
      status: "available",
      assignedTo: null,
      assignedAt: null,
      expectedReturnAt: null,
      condition: "used",
      locationId: { id: desk.id, label: "Empfang" },
    });
    const [back] = await api.device.movements({ deviceId: device.id });
    expect(back).toMatchObject({ kind: "checkIn", from: { label: "Malte Grothe" }, accessories: ["Tasche"] });
    await expect(api.device.checkIn({ deviceIds: [device.id] })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("is due for its next audit by the months of its category", async () => {
    const api = await office.as(jana);
    await api.device.audit({ deviceIds: [device.id] });
    expect((await api.device.get({ id: device.id })).values).toMatchObject({
      lastAuditAt: "2026-11-20",
      nextAuditAt: "2027-11-20",
    });
  });
});
