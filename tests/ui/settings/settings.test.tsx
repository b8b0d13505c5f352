// @vitest-environment happy-dom
import { queryByRole } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { curlOf } from "../../../app/features/api/docs/curl.ts";
import { type OpenApi, operationsOf } from "../../../app/features/api/docs/openapi.ts";
import { schemaText } from "../../../app/features/api/docs/schema-text.ts";
import { JobList } from "../../../app/features/jobs/job-list.tsx";
import { DeadlineForm } from "../../../app/features/settings/deadline-form.tsx";
import { formatDuration } from "../../../app/features/settings/format-measures.ts";
import { SectionPanel } from "../../../app/features/settings/section-panel.tsx";
import { sectionsFor, whoMayEnter } from "../../../app/features/settings/sections-for.ts";
import { eventLabel, eventsSentence } from "../../../app/features/webhooks/event-labels.ts";
import { EventTree } from "../../../app/features/webhooks/event-tree.tsx";
import { findTimeZones } from "../../../app/lib/form/time-zones.ts";
import { formatBytes } from "../../../app/records/values/format-bytes.ts";
import { openApiDocument } from "../../../server/api/openapi.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, render } from "../../support/browser/render.tsx";
import { openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

afterEach(() => vi.unstubAllGlobals());

const titles = (role: "admin" | "readonly", search?: string) =>
  sectionsFor({ id: "jana", role }, search).flatMap(({ sections }) => sections.map(({ title }) => title));

describe("the sections", () => {
  it("are those that a role may enter", () => {
    expect(titles("readonly")).toEqual(["Listen", "API-Dokumentation", "Mein Konto", "Meine API-Token"]);
    expect(titles("admin")).toContain("Protokoll");
  });

  it("are found by every word, whatever its case and diacritics", () => {
    expect(titles("admin", "DSGVO")).toEqual(["Datenschutz"]);
    expect(titles("admin", "losch")).toEqual(["Datenschutz"]);
    expect(titles("admin", "mail smtp")).toEqual(["E-Mail"]);
  });

  it("say for whom they are", () => {
    const all = sectionsFor({ id: "jana", role: "admin" }).flatMap(({ sections }) => sections);
    const named = (title: string) => all.find((section) => section.title === title);
    expect(whoMayEnter(named("Listen") ?? (all[0] as never))).toBe("Alle");
    expect(whoMayEnter(named("Live-Werkstatt") ?? (all[0] as never))).toBe("Admin, Betreuer");
  });
});

describe("measures", () => {
  it("have the unit that people can grasp", () => {
    expect(formatBytes(900)).toBe("900\u202fByte");
    expect(formatBytes(48_500)).toBe("47,4\u202fKB");
    expect(formatBytes(270_000_000_000)).toBe("251\u202fGB");
    expect(formatDuration(840)).toBe("840\u202fms");
    expect(formatDuration(12_400)).toBe("12,4\u202fs");
    expect(formatDuration(200_000)).toBe("3\u202fmin 20\u202fs");
  });
});

describe("time zones", () => {
  it("are found by a part of their name, the usual ones first", () => {
    expect(findTimeZones("")[0]).toBe("Europe/Berlin");
    expect(findTimeZones("new york")).toContain("America/New_York");
    expect(findTimeZones("gibt es nicht")).toEqual([]);
  });
});

describe("the documentation", () => {
  const document = openApiDocument("https://portal.example") as unknown as OpenApi;
  const operation = (id: string) => {
    const found = operationsOf(document).find((each) => each.id === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };

  it("gives an example that carries what the operation asks for", () => {
    const create = curlOf(operation("website_create"), "https://portal.example/api/v1");
    expect(create).toContain('curl -X POST "https://portal.example/api/v1/websites"');
    expect(create).toContain("Idempotency-Key");
    expect(create).toContain(`-d '{"url":"https://beispiel.example"}'`);
    expect(curlOf(operation("website_update"), "")).toContain(`If-Match: "1"`);
    expect(curlOf(operation("website_delete"), "")).toContain("/websites/ID?title=…");
  });

  it("says what a field may hold", () => {
    const { properties = {} } = operation("website_create").body ?? {};
    expect(schemaText(properties.name ?? {})).toBe("Text, höchstens 120 Zeichen oder null");
    expect(schemaText(properties.tags ?? {})).toBe("Liste: Text");
    expect(schemaText({ type: "integer", minimum: 1, maximum: 100, default: 50 })).toBe(
      "ganze Zahl, ab 1, bis 100, sonst 50",
    );
  });
});

describe("events of a webhook", () => {
  it("read as a sentence", () => {
    expect(eventsSentence(["*"])).toBe("Alles");
    expect(eventsSentence(["website.*", "customer.created"])).toBe("Kunden: angelegt; Websites: alles");
    expect(eventLabel("website.updated")).toBe("Website geändert");
    expect(eventLabel("webhook.test")).toBe("Test");
  });

  it("are all of a type once each of them is chosen, and single ones once one is taken away", async () => {
    const chosen: string[][] = [];
    const { host } = render(
      <EventTree value={["tag.*"]} errors={[]} onChange={(events) => void chosen.push(events)} />,
    );
    await click(button(host, "Tags: einzelne Ereignisse"));
    await click(queryByRole(host, "checkbox", { name: "Tags archiviert" }));
    expect(chosen).toEqual([["tag.created", "tag.updated", "tag.restored", "tag.deleted"]]);
  });
});

describe("leads of deadlines", () => {
  it("say for each kind what applies where nothing is entered", async () => {
    const office = await openOffice();
    const { host } = await openPage(
      office,
      await office.hire({ role: "admin" }),
      <SectionPanel section="deadlines">{(view) => <DeadlineForm view={view} />}</SectionPanel>,
    );
    await until(() => expect(queryByRole(host, "textbox", { name: /Seite prüfen/ })).not.toBeNull());
    const suggested = (name: RegExp) => queryByRole(host, "textbox", { name })?.getAttribute("placeholder");
    expect([/Kündigungsfrist \(Verträge\)/, /Garantieende/, /Seite prüfen/].map(suggested)).toEqual([
      "60, 30, 14, 7, 1",
      "60, 30, 14, 7, 1",
      "nur am Tag selbst",
    ]);
    for (const sentence of [
      "Bleibt ein Feld leer, gilt 60, 30, 14, 7, 1; bei „Seite prüfen“ gibt es dann keinen Vorlauf.",
      "der Tag selbst und, wenn nichts geschieht, 1, 7 und 30 Tage danach",
    ])
      expect(host.textContent).toContain(sentence);
  });
});

describe("the tasks", () => {
  it("say when they cannot be read, and offer another try", async () => {
    vi.spyOn(console, "error")
      .mockReset()
      .mockImplementation(() => undefined);
    const office = await openOffice();
    const page = await openPage(office, await office.hire({ role: "readonly" }), <JobList />);
    await until(() => expect(page.host.textContent).toContain("Die Aufgaben konnten nicht geladen werden."));
    expect(page.host.textContent).toContain("Erneut versuchen");
    vi.mocked(console.error).mockClear();
  });
});
