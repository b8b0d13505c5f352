import { expect, it } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import { remindOfDeadlines } from "../../../server/features/reminders/remind.ts";
import { openOffice } from "../../support/office.ts";
import { createPage } from "../../support/wiki/wiki.ts";

it("pages that nobody owns are told to the maintainers who may read them, once and together", async () => {
  const office = await openOffice();
  const maren = await office.hire({ name: "Maren Ahlers", role: "maintainer" });
  const jana = await office.hire({ name: "Jana Petersen", role: "member" });
  const gone = await office.hire({ name: "Timo Brandt", role: "maintainer" });
  const { db } = office.services;
  const [api, others] = [await office.as(maren), await office.as(gone)];
  const add = async (title: string, by = api, visibility: "team" | "private" = "team") => {
    const { id } = await createPage(by, { title, visibility });
    await by.page.update({ params: { id }, body: { reviewEveryMonths: 6 } });
    return id;
  };
  const ownerless = await add("Server-Umzug");
  await db.updateTable("pages").set({ responsibleUserId: null }).where("id", "=", ownerless).execute();
  await add("Abläufe", others);
  await add("Tagebuch", others, "private");
  const leave = { deactivatedAt: office.services.now().toISOString() };
  await db.updateTable("users").set(leave).where("id", "=", gone.id).execute();
  const told = () =>
    db.selectFrom("notifications").select(["forUserId", "title", "message"]).where("category", "=", "wiki").execute();
  expect(await remindOfDeadlines(office.services)).toBe(0);
  office.advance(183 * dayMs);
  expect(await remindOfDeadlines(office.services)).toBe(1);
  expect(await remindOfDeadlines(office.services)).toBe(0);
  expect((await told()).map(({ forUserId }) => forUserId)).not.toContain(jana.id);
  expect(await told()).toEqual([
    {
      forUserId: maren.id,
      title: "Heute: 2 Fristen",
      message: expect.stringMatching(/^<b>Abläufe<.b>: Seite prüfen, .*<br .><b>Server-Umzug<.b>: Seite prüfen, /),
    },
  ]);
});
