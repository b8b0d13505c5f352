import { beforeEach, describe, expect, test } from "vitest";
import { defaultPreferences, heldUntil } from "../../../contract/notifications/notification-preferences.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { portalMoment } from "../../../contract/time/portal-time.ts";
import { sendDigests, sendDigestsElsewhere } from "../../../server/features/notifications/notification-mails.ts";
import { remindOfDeadlines } from "../../../server/features/reminders/remind.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { expectRefusal } from "../../support/records/refusals.ts";

let office: Office;
let jana: Person;
let timo: Person;

/** The office opens on Friday, 20.11.2026; Jana works from Tuesday to Thursday. */
beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ name: "Jana Petersen", role: "maintainer" });
  timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
});

const choose = async (workingDays: number[] | null) =>
  (await office.as(jana)).notification.setWorkingDays({ workingDays });
const mailed = async () =>
  (await office.services.db.selectFrom("mails").select("toUserId").orderBy("id").execute()).map(
    ({ toUserId }) => toUserId,
  );

describe("working days of one's own", () => {
  test("are refused to strangers, and to a week without a day or with one that there is not", async () => {
    await expect((await office.as()).notification.setWorkingDays({ workingDays: null })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    for (const [wrong, field] of [
      [[], "workingDays"],
      [[1, 1], "workingDays"],
      [[7], "workingDays.0"],
      [[1.5], "workingDays.0"],
    ] as const)
      await expectRefusal(choose([...wrong]), "BAD_REQUEST", field);
    expect(await (await office.as(jana)).notification.getPreferences()).toMatchObject({
      workingDays: null,
      version: 0,
    });
  });

  test("are kept until they are those of the agency again", async () => {
    expect(await choose([2, 3, 4])).toMatchObject({
      workingDays: [2, 3, 4],
      calendar: { workingDays: [1, 2, 3, 4, 5] },
    });
    expect(await choose(null)).toMatchObject({ workingDays: null });
  });

  test("are what quiet hours hold back on, with the public holidays of the agency", () => {
    const own = { ...defaultPreferences, workingDays: [2, 3, 4] };
    expect(heldUntil(own, portalMoment("2026-11-20", "10:00"))).toEqual(portalMoment("2026-11-24", "07:00"));
    expect(heldUntil(defaultPreferences, portalMoment("2026-11-20", "10:00"))).toBeUndefined();
    const christmas = { ...own, workingDays: [4, 5, 6] };
    expect(heldUntil(christmas, portalMoment("2026-12-25", "10:00"))).toEqual(portalMoment("2026-12-31", "07:00"));
  });
});

describe("a reminder that falls on a day off of its person", () => {
  const told = async (person: Person) =>
    (
      await office.services.db
        .selectFrom("notifications")
        .select("title")
        .where("forUserId", "=", person.id)
        .where("category", "=", "deadline")
        .orderBy("id")
        .execute()
    ).map(({ title }) => title);

  test("comes on their own working day before, and to others on the day itself", async () => {
    await choose([2, 3, 4]);
    const api = await office.as(timo);
    // A week before each is Friday, 27.11.
    for (const { id } of [jana, timo])
      await createRecord(api, "domain", { renewsAt: "2026-12-04", autoRenew: false, responsibleUserId: id });
    const heard: number[][] = [];
    for (let day = 0; day < 15; day += 1) {
      if (day > 0) office.advance(dayMs);
      const before = [(await told(jana)).length, (await told(timo)).length] as const;
      await remindOfDeadlines(office.services);
      heard.push([(await told(jana)).length - before[0], (await told(timo)).length - before[1]]);
    }
    // The first tells of what has passed already, the last is the day itself.
    expect(heard.flatMap(([own, other], day) => (own || other ? [[day, own, other]] : []))).toEqual([
      [0, 1, 1],
      [6, 1, 0],
      [7, 0, 1],
      [13, 1, 1],
      [14, 0, 1],
    ]);
  });

  test("reaches everybody on their own days where nobody is responsible", async () => {
    await choose([2, 3, 4]);
    await createRecord(await office.as(timo), "domain", { renewsAt: "2026-12-04", autoRenew: false });
    await remindOfDeadlines(office.services);
    office.advance(6 * dayMs);
    await remindOfDeadlines(office.services);
    expect([(await told(jana)).length, (await told(timo)).length]).toEqual([2, 1]);
  });
});

test("the daily mail comes on days on which its person works", async () => {
  const admin = await office.as(await office.hire({ role: "admin" }));
  const values = { host: "127.0.0.1", port: 1, fromEmail: "portal@agentur.example" };
  await admin.setting.update({ section: "mail", values, version: 0 });
  await choose([6]);
  await (await office.as(jana)).notification.setChannel({ topic: "task", channel: "digest", isOn: true });
  for (const { id } of [jana, timo]) await admin.task.create({ title: "Anrufen", assigneeUserId: id });
  await sendDigests(office.services);
  await sendDigestsElsewhere(office.services);
  expect(await mailed()).toEqual([timo.id]);
  office.advance(dayMs);
  await sendDigestsElsewhere(office.services);
  await sendDigestsElsewhere(office.services);
  expect(await mailed()).toEqual([timo.id, jana.id]);
});
