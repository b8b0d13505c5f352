import { expect, it } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { noteMemoryRestart } from "../../../server/features/system/memory-restarts.ts";
import { openOffice } from "../../support/office.ts";

it("the second restart for want of memory within a day makes the light red and is told to the admins", async () => {
  const office = await openOffice();
  const { services } = office;
  const chief = await office.hire({ role: "admin" });
  const admin = await office.as(chief);
  await office.hire();
  const memory = async () => (await admin.system.get({})).lights.find(({ key }) => key === "memory");
  const told = () => services.db.selectFrom("notifications").select(["forUserId", "message"]).execute();
  await noteMemoryRestart(services);
  expect((await memory())?.value).toContain("1 Neustart deswegen in 24 Std.");
  expect(await told()).toEqual([]);
  office.advance(2 * hourMs);
  await noteMemoryRestart(services);
  expect(await memory()).toMatchObject({ state: "bad", value: expect.stringContaining("2 Neustarts") });
  expect(await told()).toEqual([{ forUserId: chief.id, message: expect.stringContaining("2-mal") }]);
  office.advance(25 * hourMs);
  expect((await memory())?.value).not.toContain("Neustart");
});
