import { expect, it } from "vitest";
import { hostWithSites, listOpen, openIncidentOffice, sendDue, tellEvents } from "../../support/incidents.ts";

it("the life of an incident reaches maintainers by their channel and whoever is responsible by their own, once each", async () => {
  const { office, jana, maren, janas, marens } = await openIncidentOffice();
  await office.hire({ name: "Timo Brandt" });
  const { sites } = await hostWithSites(office, { count: 3, responsibleUserId: jana.id });
  const told = () =>
    office.signals.splice(0).flatMap((signal) => {
      if (!/^incident/.test(signal.event)) return [];
      const { event, payload } = signal;
      return [{ event, payload, to: "toUserId" in signal ? signal.toUserId : "maintainer" }];
    });
  told();
  await tellEvents(office, "down", sites);
  office.advance(120_000);
  await sendDue(office);
  const id = (await listOpen(janas))[0]?.id ?? "";
  const incident = { id, number: 1, title: "Hoster web-3 ist gestört", affected: 3 };
  const toBoth = (event: string, payload: object) =>
    ["maintainer", jana.id].map((to) => ({ event, payload: { incident, ...payload }, to }));
  expect(told()).toEqual(toBoth("incidentOpened", {}));
  await marens.incident.claim({ id });
  expect(told()).toEqual(toBoth("incidentClaimed", { person: { id: maren.id, name: "Maren Ahlers" } }));
  await tellEvents(office, "up", sites);
  office.advance(600_000);
  await sendDue(office);
  expect(told()).toEqual(toBoth("incidentResolved", {}));
});
