// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { SystemPanel } from "../../../app/features/system/system-panel.tsx";
import { formatDateTime } from "../../../app/lib/format.ts";
import { takeLease } from "../../../server/nodes/leases.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { openTestDatabase } from "../../support/database.ts";
import { openNode } from "../../support/nodes/two-nodes.ts";
import { openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

const figures = { memoryBytes: 412_000_000, eventLoopMs: 12, sockets: 37, isConnected: true, lagMs: 3, gaps: 0 };
const looking = { ...figures, looksPerMinute: 34 };

it("„System“ lists no nodes where there can be one alone", async () => {
  const office = await openOffice();
  const page = await openPage(office, await office.hire({ role: "admin" }), <SystemPanel />);
  await until(() => expect(page.host.textContent).toContain("Ping an Hoster"));
  const titles = [...page.host.querySelectorAll("h2")].map(({ textContent }) => textContent);
  expect(titles).toContain("Portal");
  expect(titles).not.toContain("Knoten");
});

it("„System“ lists the nodes with how they do and what they lead, and those that have vanished", async () => {
  const db = await openTestDatabase();
  const here = await openNode(db, "frankfurt-1", () => looking);
  const there = await openNode(db, "frankfurt-2", () => ({ ...figures, isConnected: false, lagMs: null, gaps: 2 }));
  const lost = await openNode(db, "frankfurt-3", () => figures);
  await takeLease(there.services, "job:audit-head");
  const seenAt = new Date(Date.now() - 3_600_000);
  await db.updateTable("nodes").set({ seenAt: seenAt.toISOString() }).where("id", "=", lost.node.id).execute();
  const page = await openPage(here, await here.hire({ role: "admin" }), <SystemPanel />);
  const texts = () => [...page.host.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
  const textOf = (name: string) => texts().find((text) => text.includes(name));
  await until(() => expect(textOf("frankfurt-1")).toBeDefined());
  expect(textOf("frankfurt-1")).toMatch(/^Läuftfrankfurt-1 \(dieser Knoten antwortet dir gerade\)Version 1\.0\.0 · /);
  expect(textOf("frankfurt-1")).toContain(
    "37 Live-Verbindungen · Verzögerung 12\u202fms · Redis 3\u202fms · 34 Prüfungen je Minute",
  );
  expect(textOf("frankfurt-2")).toMatch(/2-mal nachgelesen(?! ·)/);
  expect(textOf("frankfurt-2")).toContain("Redis ist von dort aus nicht zu erreichen");
  expect(textOf("frankfurt-2")).toContain("Führt gerade: Kopf des Protokolls ins Log schreiben");
  expect(textOf("frankfurt-3")).toMatch(/^Verschwunden/);
  expect(textOf("frankfurt-3")).toContain(`zuletzt gehört ${formatDateTime(seenAt)}`);
  expect(textOf("frankfurt-3")).not.toContain("Live-Verbindung");
});
