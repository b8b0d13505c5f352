// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecordForm } from "../../../app/records/form/record-form.tsx";
import type { Person } from "../../../server/trpc/context.ts";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";
import { button, click } from "../primitives/primitives-mount.tsx";

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

const notes = (host: ParentNode) => host.querySelector("textarea[name=notes]") as HTMLTextAreaElement;
const preview = (host: ParentNode) => host.querySelector("[aria-label='Vorschau: Notizen']");
const mode = (host: ParentNode, name: string) =>
  [...host.querySelectorAll("label")].find(({ textContent }) => textContent === name)?.querySelector("input");

function write(area: HTMLTextAreaElement, text: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, text);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const openForm = () => openPage(office, jana, <RecordForm type="website" />);

test("a text can be seen as it will read, and written on", async () => {
  const { host } = await openForm();
  write(notes(host), "**fett** <img src=x onerror='window.hit = 1'><script>window.hit = 1</script>");
  click(mode(host, "Vorschau"));
  await until(() => expect(preview(host)?.querySelector("strong")?.textContent).toBe("fett"));
  expect(preview(host)?.querySelector("img, script")).toBeNull();
  expect((window as { hit?: unknown }).hit).toBeUndefined();
  expect(notes(host).closest("[hidden]")).toBeTruthy();
  click(mode(host, "Schreiben"));
  expect(preview(host)).toBeNull();
  expect(notes(host).value).toContain("**fett**");
});

test("what looks like a password is warned of, shown where it stands, and kept where somebody insists", async () => {
  const { host } = await openForm();
  const warning = () => [...host.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent).join();
  write(notes(host), "Das Passwort steht im Tresor.");
  expect(warning()).not.toContain("Zugangsdaten");
  write(notes(host), "FTP:\nPasswort: Sommer2026!");
  expect(warning()).toContain("Das sieht nach Zugangsdaten aus. Bitte in den Passwortmanager.");
  click(button(host, "Stelle zeigen"));
  const { selectionStart, selectionEnd, value } = notes(host);
  expect(value.slice(selectionStart, selectionEnd)).toBe("Passwort: Sommer2026!");
  click(button(host, "Trotzdem behalten"));
  expect(warning()).not.toContain("Zugangsdaten");
  write(notes(host), `Passwort: Sommer2026!\n-----BEGIN ${"RSA "}PRIVATE KEY-----`);
  expect(warning()).toContain("Privater Schlüssel");
});

test("nothing written says so", async () => {
  const { host } = await openForm();
  click(mode(host, "Vorschau"));
  await until(() => expect(preview(host)?.textContent).toBe("Noch nichts geschrieben."));
});

test("a preview that does not come can be asked for again", async () => {
  const { host, cut, restore } = await openForm();
  vi.spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  cut("note.preview");
  write(notes(host), "Text");
  click(mode(host, "Vorschau"));
  await until(() => expect(preview(host)?.textContent).toContain("konnte nicht geladen werden"));
  restore("note.preview");
  click(button(host, "Erneut versuchen"));
  await until(() => expect(preview(host)?.textContent).toContain("Text"));
  vi.mocked(console.error).mockClear();
});

test("what is wrong is shown where it is written", async () => {
  const { host } = await openForm();
  click(mode(host, "Vorschau"));
  await until(() => expect(preview(host)?.textContent).toBe("Noch nichts geschrieben."));
  write(notes(host), "x".repeat(20_001));
  click(button(host, "Website anlegen"));
  await until(() => expect(notes(host).closest("[hidden]")).toBeNull());
});
