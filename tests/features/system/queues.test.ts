import { expect, it } from "vitest";
import { dayMs } from "../../../contract/time/durations.ts";
import { removeOldDeliveries } from "../../../server/jobs/deliveries.ts";
import { openOffice } from "../../support/office.ts";

it("what waits for a webhook that is switched off makes no light red, and goes after 30 days", async () => {
  const office = await openOffice();
  const { services } = office;
  const admin = await office.as(await office.hire({ role: "admin" }));
  const body = { url: "https://empfang.example/hook", description: "", events: ["customer.created" as const] };
  const { id } = await admin.webhook.create({ body });
  await admin.customer.create({ body: { name: "Neue Kundin" } });
  office.advance(2 * dayMs);
  const queues = async () => (await admin.system.get({})).lights.find(({ key }) => key === "queues");
  expect(await queues()).toMatchObject({ state: "bad", value: "1 warten, das Älteste seit 48 Std." });
  await admin.webhook.update({ params: { id }, body: { isEnabled: false }, version: 1 });
  expect(await queues()).toMatchObject({ state: "ok", value: "Nichts wartet" });
  const waiting = () => services.db.selectFrom("webhookDeliveries").select("state").execute();
  await removeOldDeliveries(services);
  expect(await waiting()).toEqual([{ state: "queued" }]);
  office.advance(29 * dayMs);
  await removeOldDeliveries(services);
  expect(await waiting()).toEqual([]);
});
