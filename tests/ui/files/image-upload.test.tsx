// @vitest-environment happy-dom
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ImageUpload } from "../../../app/features/files/image-upload.tsx";
import { DataProvider } from "../../../app/lib/api/trpc.tsx";
import type { UploadedFile } from "../../../contract/files/files.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { anHtmlPage, aPng } from "../../support/browser/pictures.ts";
import { field, render } from "../../support/browser/render.tsx";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { until } from "../../support/until.ts";

let desk: FileDesk;
let jana: Person;
let uploaded: UploadedFile[];

beforeEach(async () => {
  desk = await openFileDesk();
  jana = await desk.hire({ name: "Jana Petersen" });
  uploaded = [];
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(desk.url);
  // biome-ignore lint/suspicious/noDocumentCookie: this is how the test signs its browser in
  document.cookie = await desk.cookieOf(jana);
});
afterEach(() => desk.close());

function show({ imageKey = null }: { imageKey?: string | null } = {}) {
  const { host: container } = render(
    <DataProvider>
      <ImageUpload
        imageKey={imageKey}
        label="Profilbild"
        fallback={<span>JP</span>}
        onUploaded={(file) => uploaded.push(file)}
      />
    </DataProvider>,
  );
  const control = {
    container,
    text: () => container.textContent ?? "",
    button: (name: string) => queryAllByRole(container, "button").find((one) => one.textContent === name),
    press: (name: string) => act(async () => control.button(name)?.click()),
    choose: (bytes: Uint8Array, name: string) =>
      act(async () => {
        const input = field(container, "Profilbild auswählen");
        Object.defineProperty(input, "files", {
          value: [new File([Uint8Array.from(bytes)], name)],
          configurable: true,
        });
        input.dispatchEvent(new Event("change", { bubbles: true }));
      }),
  };
  return control;
}

test("an upload shows its progress and ends with the file", async () => {
  const control = show();
  expect(control.text()).toContain("JP");
  await control.choose(await aPng({ width: 30, height: 20 }), "Jana.png");
  const bar = queryByRole(control.container, "progressbar");
  expect(bar?.getAttribute("aria-label")).toBe("Bild wird hochgeladen");
  await until(() => expect(uploaded).toMatchObject([{ filename: "Jana.png", width: 30, height: 20 }]));
  await until(() => expect(control.button("Bild ändern")).toBeTruthy());
  expect(queryByRole(control.container, "progressbar")).toBeNull();
});

test("a refused file says so in the words of the spec, logs the cause, and is tried again only when asked", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const control = show();
  await control.choose(anHtmlPage, "Jana.png");
  await until(() => expect(control.text()).toContain("Could not upload image"));
  const causes = () =>
    log.mock.calls.filter(([message]) => message === "Could not upload image").map(([, cause]) => cause);
  expect(causes()).toHaveLength(1);
  expect(String(causes()[0])).toContain("Der Inhalt passt nicht zum angegebenen Dateityp");
  expect(await desk.rows()).toBe(0);
  await control.press("Erneut versuchen");
  await until(() => expect(causes()).toHaveLength(2));
  await until(() => expect(control.button("Erneut versuchen")).toBeTruthy());
  await control.press("Entfernen");
  expect(control.text()).not.toContain("Could not upload image");
  expect(uploaded).toEqual([]);
  log.mockClear();
});

test("a file of a kind that is not taken never leaves the browser", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const control = show();
  await control.choose(Buffer.from("MZ"), "setup.exe");
  await until(() => expect(control.text()).toContain("Could not upload image"));
  expect(await desk.rows()).toBe(0);
  log.mockClear();
});

test("a picture is offered in every width of the contract", async () => {
  const { container } = show({ imageKey: "abc" });
  const image = queryByRole<HTMLImageElement>(container, "img", { name: "Profilbild" });
  expect(image?.alt).toBe("Profilbild");
  expect(image?.srcset.split(", ")).toContain("/api/file/abc?w=128 128w");
  expect(image?.srcset.split(", ")).toContain("/api/file/abc?w=3840 3840w");
});
