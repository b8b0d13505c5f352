// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EventLog } from "../../../app/features/workbench/event-log.tsx";
import { SendForm } from "../../../app/features/workbench/send-form.tsx";
import { liveStore } from "../../../app/lib/live/live-store.ts";
import { liveEventNames, liveEvents } from "../../../contract/live/live-events.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";
import { button, click, mount } from "../primitives/primitives-mount.tsx";

describe("the log of received events", () => {
  const receive = (name: string) =>
    act(() =>
      liveStore.received({
        event: "newWebsite",
        source: "website",
        payload: { website: { id: "w1", name } },
        at: new Date("2026-11-20T13:05:09Z"),
      }),
    );
  const namesIn = (host: HTMLElement) =>
    [...host.querySelectorAll("pre")].map((json) => JSON.parse(json.textContent ?? "").website.name);

  it("shows what comes in, the newest first, with its way and its time in Berlin", () => {
    const { host } = mount(<EventLog />);
    expect(host.textContent).toContain("Noch nichts.");
    receive("Eins");
    receive("Zwei");
    expect(namesIn(host)).toEqual(["Zwei", "Eins"]);
    expect(host.querySelector("li")?.textContent).toContain("newWebsiteKanal website14:05:09");
  });

  it("keeps what comes while it is paused for later", () => {
    const { host } = mount(<EventLog />);
    receive("Eins");
    click(button(host, "Anhalten"));
    receive("Zwei");
    receive("Drei");
    expect(namesIn(host)).toEqual(["Eins"]);
    click(button(host, "Fortsetzen (2)"));
    expect(namesIn(host)).toEqual(["Drei", "Zwei", "Eins"]);
    receive("Vier");
    expect(namesIn(host)[0]).toBe("Vier");
  });

  it("is empty after it was cleared, also of what was waiting", () => {
    const { host } = mount(<EventLog />);
    receive("Eins");
    click(button(host, "Anhalten"));
    receive("Zwei");
    click(button(host, "Leeren"));
    click(button(host, "Fortsetzen"));
    expect(namesIn(host)).toEqual([]);
    expect(button(host, "Leeren").disabled).toBe(true);
  });

  it("keeps the last 200", () => {
    const { host } = mount(<EventLog />);
    for (let count = 1; count <= 201; count += 1) receive(`Website ${count}`);
    expect(namesIn(host)).toHaveLength(200);
    expect(namesIn(host).at(-1)).toBe("Website 2");
  });
});

describe("the form that fires events", () => {
  let office: Office;
  let malte: Person;
  beforeEach(async () => {
    office = await openOffice();
    malte = await office.hire({ name: "Malte Brandt", role: "maintainer" });
  });

  async function openForm() {
    const { host, calls } = await openPage(office, malte, <SendForm />);
    const [select, area] = [host.querySelector("select"), host.querySelector("textarea")];
    if (!select || !area) throw new Error("The form has no fields");
    const fill = (field: HTMLSelectElement | HTMLTextAreaElement, text: string) =>
      act(() => {
        const prototype = Object.getPrototypeOf(field);
        Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
        field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
      });
    return { host, calls, select, area, fill, fire: () => click(button(host, "Auslösen")) };
  }

  it("offers every event of the catalogue, each with its sample and its way", async () => {
    const { host, select, area, fill } = await openForm();
    expect([...select.options].map(({ value }) => value)).toEqual([...liveEventNames]);
    fill(select, "newWebsite");
    expect(JSON.parse(area.value)).toEqual(liveEvents.newWebsite.sample);
    expect(host.textContent).toContain("Geht an den Kanal website.");
    fill(select, "newChat");
    expect(JSON.parse(area.value)).toEqual(liveEvents.newChat.sample);
    expect(host.textContent).toContain("Geht an dich selbst.");
  });

  it("says at the field that the data are not JSON, and asks nobody", async () => {
    const { host, calls, area, fill, fire } = await openForm();
    fill(area, "{");
    fire();
    expect(host.textContent).toContain("Daten: Das ist kein gültiges JSON.");
    expect(area.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(area);
    expect(calls).toEqual([]);
  });

  it("shows at the field what the server refuses, and gives the sample back", async () => {
    const { host, select, area, fill, fire } = await openForm();
    vi.mocked(console.error).mockImplementation(() => undefined);
    fill(select, "newWebsite");
    fill(area, '{"website":{"id":"w1"}}');
    fire();
    await until(() => expect(host.textContent).toContain("payload.website.name: "));
    expect(office.signals).toEqual([]);
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
    click(button(host, "Beispiel wiederherstellen"));
    expect(JSON.parse(area.value)).toEqual(liveEvents.newWebsite.sample);
    expect(host.textContent).not.toContain("payload.website.name: ");
  });

  it("fires the event and says where it went", async () => {
    const { host, fire } = await openForm();
    fire();
    await until(() => expect(host.textContent).toContain("newNotification ging an dich selbst."));
    expect(office.signals).toEqual([
      { event: "newNotification", payload: liveEvents.newNotification.sample, toUserId: malte.id },
    ]);
  });
});
