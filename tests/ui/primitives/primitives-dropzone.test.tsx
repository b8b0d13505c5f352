// @vitest-environment happy-dom
import { act, getByRole } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FileDropzone } from "../../../app/ui/form/file-dropzone.tsx";
import { button, click, field, render } from "../../support/browser/render.tsx";

const file = (name: string) => new File(["x"], name);

function open(props: { multiple?: boolean; isBusy?: boolean } = {}) {
  const onFiles = vi.fn();
  const { host } = render(
    <FileDropzone aria-label="Dateien" pickLabel="Dateien auswählen" accept=".md" onFiles={onFiles} {...props}>
      {({ isOver, pick }) => (
        <button type="button" onClick={pick}>
          {isOver ? "Loslassen" : "Auswählen"}
        </button>
      )}
    </FileDropzone>,
  );
  const zone = getByRole(host, "group", { name: "Dateien" });
  const drag = (kind: string, types: string[], files: File[] = []) => {
    const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), {
      dataTransfer: { types, files, dropEffect: "" },
    });
    act(() => void zone.dispatchEvent(event));
    return event.defaultPrevented;
  };
  return { host, zone, onFiles, drag };
}

test("text that is dragged over it stays with the browser", () => {
  const { zone, onFiles, drag } = open();
  expect(drag("dragover", ["text/plain"])).toBe(false);
  expect(drag("drop", ["text/plain"])).toBe(false);
  expect(zone.textContent).toBe("Auswählen");
  expect(onFiles).not.toHaveBeenCalled();
});

test("files that are dropped while it is busy go nowhere, and are not opened by the browser", () => {
  const { zone, onFiles, drag } = open({ isBusy: true });
  expect(drag("dragover", ["Files"])).toBe(true);
  expect(zone.textContent).toBe("Auswählen");
  expect(drag("drop", ["Files"], [file("eins.md")])).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

test("one file is taken of several, and all of them where it takes several", () => {
  const one = open();
  expect(one.drag("dragover", ["Files"])).toBe(true);
  expect(one.zone.textContent).toBe("Loslassen");
  one.drag("drop", ["Files"], [file("eins.md"), file("zwei.md")]);
  expect(one.onFiles.mock.calls[0]?.[0]).toMatchObject([{ name: "eins.md" }]);
  expect(one.zone.textContent).toBe("Auswählen");
  const several = open({ multiple: true });
  several.drag("drop", ["Files"], [file("eins.md"), file("zwei.md")]);
  expect(several.onFiles.mock.calls[0]?.[0]).toMatchObject([{ name: "eins.md" }, { name: "zwei.md" }]);
});

test("its button opens the picker, which Tab passes over", async () => {
  const { host } = open();
  const input = field(host, "Dateien auswählen");
  const pick = vi.spyOn(input, "click");
  await click(button(host, "Auswählen"));
  expect(pick).toHaveBeenCalledOnce();
  expect([input.tabIndex, input.accept, input.getAttribute("aria-label")]).toEqual([-1, ".md", "Dateien auswählen"]);
});
