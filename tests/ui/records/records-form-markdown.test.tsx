// @vitest-environment happy-dom
import { queryAllByRole, queryByLabelText, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecordForm } from "../../../app/records/form/record-form.tsx";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
let jana: Person;

beforeEach(async () => {
  office = await openOffice();
  jana = await office.hire({ role: "maintainer" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const notes = (host: HTMLElement) => queryByLabelText(host, /^Notizen/) as HTMLTextAreaElement;
const preview = (host: HTMLElement) => queryByLabelText(host, "Vorschau: Notizen");
const mode = (host: HTMLElement, name: string) => queryByRole(host, "radio", { name });

const openForm = async () => {
  const page = await openPage(office, jana, <RecordForm type="website" />);
  await click(button(page.host, /^Organisation/));
  return page;
};

test("a text can be seen as it will read, and written on", async () => {
  const { host } = await openForm();
  await type(notes(host), "**fett** <img src=x onerror='window.hit = 1'><script>window.hit = 1</script>");
  await click(mode(host, "Vorschau"));
  await until(() => expect(queryByRole(preview(host) as HTMLElement, "strong")?.textContent).toBe("fett"));
  expect(preview(host)?.innerHTML).not.toMatch(/<(img|script)/);
  expect((window as { hit?: unknown }).hit).toBeUndefined();
  expect(notes(host).closest("[hidden]")).toBeTruthy();
  await click(mode(host, "Schreiben"));
  expect(preview(host)).toBeNull();
  expect(notes(host).value).toContain("**fett**");
});

test("what looks like a password is warned of, shown where it stands, and kept where somebody insists", async () => {
  const { host } = await openForm();
  const warning = () =>
    queryAllByRole(host, "alert")
      .map(({ textContent }) => textContent)
      .join();
  await type(notes(host), "Das Passwort steht im Tresor.");
  expect(warning()).not.toContain("Zugangsdaten");
  await type(notes(host), "FTP:\nPasswort: Sommer2026!");
  expect(warning()).toContain("Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager.");
  await click(button(host, "Stelle zeigen"));
  const { selectionStart, selectionEnd, value } = notes(host);
  expect(value.slice(selectionStart, selectionEnd)).toBe("Passwort: Sommer2026!");
  await click(button(host, "Trotzdem behalten"));
  expect(warning()).not.toContain("Zugangsdaten");
  await type(notes(host), `Passwort: Sommer2026!\n-----BEGIN ${"RSA "}PRIVATE KEY-----`);
  expect(warning()).toContain("Privater Schlüssel");
});

test("nothing written says so", async () => {
  const { host } = await openForm();
  await click(mode(host, "Vorschau"));
  await until(() => expect(preview(host)?.textContent).toBe("Noch nichts geschrieben."));
});

test("a preview that does not come can be asked for again", async () => {
  const { host, cut, restore } = await openForm();
  vi.spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  cut("note.preview");
  await type(notes(host), "Text");
  await click(mode(host, "Vorschau"));
  await until(() => expect(preview(host)?.textContent).toContain("konnte nicht geladen werden"));
  restore("note.preview");
  await click(button(host, "Erneut versuchen"));
  await until(() => expect(preview(host)?.textContent).toContain("Text"));
  vi.mocked(console.error).mockClear();
});

test("what is wrong is shown where it is written", async () => {
  const { host } = await openForm();
  await click(mode(host, "Vorschau"));
  await until(() => expect(preview(host)?.textContent).toBe("Noch nichts geschrieben."));
  await type(notes(host), "x".repeat(20_001));
  await click(button(host, "Website anlegen"));
  await until(() => expect(notes(host).closest("[hidden]")).toBeNull());
});
