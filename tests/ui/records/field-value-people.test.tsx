// @vitest-environment happy-dom
import { queryByRole } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { formValueOf } from "../../../app/records/form/form-value.ts";
import { FieldValue } from "../../../app/records/values/field-value.tsx";
import { websites } from "../../../contract/websites/websites.ts";
import { render } from "../../support/browser/render.tsx";

const field = websites.fields.responsibleUserId;
const jana = { id: "jana", label: "Jana Petersen", image: "bild 1" };

test("a person is shown by their picture, in cells and on pages", () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
  for (const variant of ["cell", "page"] as const) {
    const { host } = render(<FieldValue field={field} value={jana} variant={variant} />);
    expect(queryByRole(host, "presentation")?.getAttribute("src")).toBe("/api/file/bild%201?w=128");
    expect(queryByRole(host, "img")?.getAttribute("aria-label")).toBe("Jana Petersen");
  }
});

test("a person without a picture is shown by their initials", () => {
  const { host } = render(<FieldValue field={field} value={{ id: "jana", label: "Jana Petersen" }} />);
  expect(queryByRole(host, "presentation")).toBeNull();
  expect(host.textContent).toBe("JP");
});

test("a picture is no part of what a form holds", () => {
  expect(formValueOf(field, jana)).toEqual({ id: "jana", label: "Jana Petersen" });
});
