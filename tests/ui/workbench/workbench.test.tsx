// @vitest-environment happy-dom
import { act, getByRole, queryAllByRole } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EventLog } from "../../../app/features/workbench/event-log.tsx";
import { SendForm } from "../../../app/features/workbench/send-form.tsx";
import { liveStore } from "../../../app/lib/live/live-store.ts";
import { liveEvents } from "../../../contract/live/live-events.ts";
import { workbenchEventNames } from "../../../contract/workbench/workbench.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, choose, click, render, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

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
    const { host } = render(<EventLog />);
    expect(host.textContent).toContain("Noch nichts.");
    receive("Eins");
    receive("Zwei");
    expect(namesIn(host)).toEqual(["Zwei", "Eins"]);
    expect(queryAllByRole(host, "listitem")[0]?.textContent).toContain("newWebsiteKanal website14:05:09");
  });

  it("keeps what comes while it is paused for later", async () => {
    const { host } = render(<EventLog />);
    receive("Eins");
    await click(button(host, "Anhalten"));
    receive("Zwei");
    receive("Drei");
    expect(namesIn(host)).toEqual(["Eins"]);
    await click(button(host, "Fortsetzen (2)"));
    expect(namesIn(host)).toEqual(["Drei", "Zwei", "Eins"]);
    receive("Vier");
    expect(namesIn(host)[0]).toBe("Vier");
  });

  it("is empty after it was cleared, also of what was waiting", async () => {
    const { host } = render(<EventLog />);
    receive("Eins");
    await click(button(host, "Anhalten"));
    receive("Zwei");
    await click(button(host, "Leeren"));
    await click(button(host, "Fortsetzen"));
    expect(namesIn(host)).toEqual([]);
    expect(button(host, "Leeren").disabled).toBe(true);
  });

  it("keeps the last 200", () => {
    const { host } = render(<EventLog />);
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
    const select = getByRole<HTMLSelectElement>(host, "combobox");
    const area = getByRole<HTMLTextAreaElement>(host, "textbox");
    return { host, calls, select, area, fire: () => click(button(host, "Auslösen")) };
  }

  it("offers every event of the catalogue, each with its sample and its way", async () => {
    const { host, select, area } = await openForm();
    expect([...select.options].map(({ value }) => value)).toEqual([...workbenchEventNames]);
    await choose(select, "newWebsite");
    expect(JSON.parse(area.value)).toEqual(liveEvents.newWebsite.sample);
    expect(host.textContent).toContain("Geht an den Kanal website.");
    await choose(select, "newChat");
    expect(JSON.parse(area.value)).toEqual(liveEvents.newChat.sample);
    expect(host.textContent).toContain("Geht an dich selbst.");
  });

  it("says at the field that the data are not JSON, and asks nobody", async () => {
    const { host, calls, area, fire } = await openForm();
    await type(area, "{");
    await fire();
    expect(host.textContent).toContain("Daten: Das ist kein gültiges JSON.");
    expect(area.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(area);
    expect(calls).toEqual([]);
  });

  it("shows at the field what the server refuses, and gives the sample back", async () => {
    const { host, select, area, fire } = await openForm();
    vi.mocked(console.error).mockImplementation(() => undefined);
    await choose(select, "newWebsite");
    await type(area, '{"website":{"id":"w1"}}');
    await fire();
    await until(() => expect(host.textContent).toContain("payload.website.name: "));
    expect(office.signals).toEqual([]);
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
    await click(button(host, "Beispiel wiederherstellen"));
    expect(JSON.parse(area.value)).toEqual(liveEvents.newWebsite.sample);
    expect(host.textContent).not.toContain("payload.website.name: ");
  });

  it("fires the event and says where it went", async () => {
    const { host, fire } = await openForm();
    await fire();
    await until(() => expect(host.textContent).toContain("newNotification ging an dich selbst."));
    expect(office.signals).toEqual([
      { event: "newNotification", payload: liveEvents.newNotification.sample, toUserId: malte.id },
    ]);
  });
});
