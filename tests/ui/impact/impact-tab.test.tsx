// @vitest-environment happy-dom
import { findByRole, getAllByRole, getByRole, queryByRole, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { layOut } from "../../../app/features/impact/graph-layout.ts";
import type { GraphShape } from "../../../app/features/impact/graph-layout-shape.ts";
import { ImpactTab } from "../../../app/features/impact/impact-tab.tsx";
import type { Api } from "../../../server/features/router.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { click, press } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let person: Person;
let api: Api;
let providerId: string;

/** happy-dom starts no workers; this one lays out on the page's own thread. */
class PageWorker {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  postMessage(shape: GraphShape) {
    queueMicrotask(() => this.onmessage?.({ data: layOut(shape) }));
  }
  terminate() {
    this.onmessage = undefined;
  }
}

/** A provider with two hosts: a website of a premium customer on one, and one of another customer on the other. */
beforeEach(async () => {
  vi.stubGlobal("Worker", PageWorker);
  office = await openOffice();
  person = await office.hire({ role: "admin" });
  api = await office.as(person);
  providerId = (await createRecord(api, "provider", { name: "Nordhost" })).id;
  for (const [host, customer, slaLevel] of [
    ["web-01", "Bäckerei", "none"],
    ["web-02", "Weingut", "premium"],
  ] as const) {
    const hostId = (await createRecord(api, "host", { name: host, providerId })).id;
    const customerId = (await createRecord(api, "customer", { name: customer, slaLevel })).id;
    const about = { customerId, hosts: [{ id: hostId, role: "web" }], lifecycle: "live" };
    await createRecord(api, "website", { name: `Seite ${customer}`, url: `https://${host}.test/`, ...about });
  }
});
afterEach(() => vi.unstubAllGlobals());

const graph = (host: HTMLElement) => findByRole(host, "list", { name: /^Auswirkung als Graph/ });
const focused = () => document.activeElement?.textContent ?? "";

test("the graph is one stop for the tab key, and keys lead through it in the order of the table", async () => {
  const record = await api.provider.get({ id: providerId });
  const { host } = await openPage(office, person, <ImpactTab record={record} />);
  const boxes = [...(await graph(host)).querySelectorAll<HTMLElement>("a, button")];
  expect(boxes.filter(({ tabIndex }) => tabIndex === 0)).toEqual([boxes[0]]);
  const read: string[] = [];
  boxes[0]?.focus();
  for (const _ of boxes) {
    read.push(focused());
    await press("{ArrowDown}");
  }
  const rows = getAllByRole(getByRole(host, "table"), "rowheader").map(({ textContent }) => textContent ?? "");
  expect(rows).toEqual(["Weingut", "Bäckerei"]);
  expect(read.filter((text) => rows.some((row) => text.startsWith(row))).map((text) => text.slice(0, 7))).toEqual([
    "Weingut",
    "Bäckere",
  ]);
  // At the end it stays, and Home leads back to what fails.
  expect(focused()).toBe(read.at(-1));
  await press("{Home}");
  expect(focused()).toMatch(/^Nordhost/);
});

test("what may stay up takes what hangs on it out of the graph and of the table", async () => {
  const record = await api.provider.get({ id: providerId });
  const { host } = await openPage(office, person, <ImpactTab record={record} />);
  await graph(host);
  await click(getByRole(host, "checkbox", { name: "web-02" }));
  await waitFor(() => expect(queryByRole(host, "rowheader", { name: "Weingut" })).toBeNull());
  expect(getByRole(host, "rowheader", { name: "Bäckerei" })).not.toBeNull();
  await waitFor(async () => expect((await graph(host)).textContent).not.toContain("Weingut"));
  expect(host.textContent).toContain("Fällt ein Teil von Nordhost aus, ist 1 Website von 1 Kunden nicht erreichbar.");
});
