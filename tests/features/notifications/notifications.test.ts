import { beforeEach, describe, expect, it } from "vitest";
import { transact } from "../../../server/db/transact.ts";
import { notify as notifyIn } from "../../../server/notifications/notify.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";

let office: Office;
let jana: Person;
let timo: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt", role: "admin" });
});

async function notify(
  person: Person,
  title = "Notebook übergeben",
  message = "von <b>Malte</b> an dich",
): Promise<string> {
  await transact(await office.contextOf(timo), (tx) =>
    notifyIn(tx, { forUserId: person.id, title, message, category: "device" }),
  );
  office.advance(1000);
  const { id } = await office.services.db
    .selectFrom("notifications")
    .select("id")
    .orderBy("createdAt", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

describe("a stranger", () => {
  it("reads, marks and deletes nothing", async () => {
    const id = await notify(jana);
    const stranger = await office.as();
    const unauthorized = expect.objectContaining({ code: "UNAUTHORIZED" });
    await expect(stranger.notification.list({ where: { forUserId: jana.id } })).rejects.toEqual(unauthorized);
    await expect(stranger.notification.update({ params: { id }, body: { read: true } })).rejects.toEqual(unauthorized);
    await expect(stranger.notification.delete({ id })).rejects.toEqual(unauthorized);
  });
});

describe("another person, even an admin", () => {
  it("may not list somebody's notifications", async () => {
    await notify(jana);
    const api = await office.as(timo);
    await expect(api.notification.list({ where: { forUserId: jana.id } })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("gets the same answer for a foreign notification as for a missing one", async () => {
    const id = await notify(jana);
    const api = await office.as(timo);
    const foreign = await api.notification.delete({ id }).catch((error) => error);
    const missing = await api.notification.delete({ id: "gibt-es-nicht" }).catch((error) => error);
    expect(foreign).toMatchObject({ code: "NOT_FOUND", message: missing.message });
    await expect(api.notification.update({ params: { id }, body: { read: true } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const own = await (await office.as(jana)).notification.list({ where: { forUserId: jana.id } });
    expect(own.data).toMatchObject([{ id, read: false }]);
  });
});

describe("refused input", () => {
  it("names an unknown key", async () => {
    const api = await office.as(jana);
    const input = { where: { forUserId: jana.id }, sort: "title" } as never;
    await expect(api.notification.list(input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it.each([0, 101, 1.5])("refuses a limit of %s", async (limit) => {
    const api = await office.as(jana);
    await expect(api.notification.list({ limit, where: { forUserId: jana.id } })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("a person", () => {
  it("sees the own notifications, newest first, in pages with totals", async () => {
    const ids = [await notify(jana, "Eins"), await notify(jana, "Zwei"), await notify(jana, "Drei")];
    await notify(timo, "Nicht für Jana");
    const api = await office.as(jana);
    const first = await api.notification.list({ limit: 2, where: { forUserId: jana.id } });
    expect(first).toMatchObject({ totalItems: 3, totalPages: 2 });
    expect(first.data.map((row) => row.id)).toEqual([ids[2], ids[1]]);
    const second = await api.notification.list({ limit: 2, page: 2, where: { forUserId: jana.id } });
    expect(second.data.map((row) => row.title)).toEqual(["Eins"]);
    expect(second.data[0]?.createdAt).toBeInstanceOf(Date);
  });

  it("gets the unread count as totalPages at limit 1, also when it is 0", async () => {
    const api = await office.as(jana);
    const badge = () => api.notification.list({ limit: 1, where: { forUserId: jana.id, read: false } });
    expect(await badge()).toEqual({ data: [], totalItems: 0, totalPages: 0 });
    const id = await notify(jana);
    await notify(jana);
    expect((await badge()).totalPages).toBe(2);
    await api.notification.update({ params: { id }, body: { read: true } });
    expect((await badge()).totalPages).toBe(1);
    await api.notification.update({ params: { id }, body: { read: false } });
    expect((await badge()).totalPages).toBe(2);
  });

  it("deletes a notification for good", async () => {
    const id = await notify(jana);
    const api = await office.as(jana);
    expect(await api.notification.delete({ id })).toEqual({ id });
    expect((await api.notification.list({ where: { forUserId: jana.id } })).totalItems).toBe(0);
    await expect(api.notification.delete({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a notification written in a transaction", () => {
  it("is signalled after the commit to its person alone", async () => {
    const id = await notify(jana, "Für Jana");
    expect(office.signals).toEqual([
      { event: "newNotification", payload: { notification: { id, title: "Für Jana" } }, toUserId: jana.id },
    ]);
  });

  it("is neither stored nor signalled when the transaction fails", async () => {
    const ctx = await office.contextOf(timo);
    const failing = transact(ctx, async (tx) => {
      await notifyIn(tx, { forUserId: jana.id, title: "Nie", message: "", category: "team" });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(office.signals).toEqual([]);
    expect((await (await office.as(jana)).notification.list({ where: { forUserId: jana.id } })).totalItems).toBe(0);
  });

  it("keeps the allowed tags and turns everything else into text", async () => {
    await notify(
      jana,
      "Böse",
      `<b>ok</b><img src=x onerror=alert(1)><a href="javascript:alert(1)" onclick="x()">Link</a>`,
    );
    const { data } = await (await office.as(jana)).notification.list({ where: { forUserId: jana.id } });
    expect(data[0]?.message).toBe(`<b>ok</b>&lt;img /&gt;<a>Link</a>`);
  });
});

describe("the badge of other windows", () => {
  const reread = (person: Person) => ({
    event: "unreadChanged",
    payload: { user: { id: person.id } },
    toUserId: person.id,
  });

  it("is read anew after each way in which something stops being unread, and nobody else's", async () => {
    const api = await office.as(jana);
    const ways: ((id: string) => Promise<unknown>)[] = [
      (id) => api.notification.update({ params: { id }, body: { read: true } }),
      (id) => api.notification.snooze({ id, until: "tomorrow" }),
      (id) => api.notification.delete({ id }),
      () => api.notification.markAllRead({}),
      () => api.notification.deleteAll({}),
    ];
    for (const act of ways) {
      const id = await notify(jana);
      office.signals.length = 0;
      await act(id);
      expect(office.signals).toEqual([reread(jana)]);
    }
  });

  it("is left alone where nothing changed", async () => {
    const api = await office.as(jana);
    await api.notification.markAllRead({});
    await api.notification.deleteAll({});
    await expect(api.notification.delete({ id: "missing" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(office.signals).toEqual([]);
  });
});
