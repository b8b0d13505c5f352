import { expect, test } from "vitest";
import { onlyWhenAsked } from "../../../app/lib/api/revalidation.ts";

const at = (path: string) => new URL(path, "http://portal.example");
const ask = (from: string, to: string, formMethod?: "POST") =>
  onlyWhenAsked({
    currentUrl: at(from),
    currentParams: {},
    nextUrl: at(to),
    nextParams: {},
    formMethod,
    defaultShouldRevalidate: true,
  });

test("going to another page does not ask for the session and the settings again", () => {
  expect(ask("/", "/wiki")).toBe(false);
  expect(ask("/wiki", "/wiki?page=2")).toBe(false);
});

test("an action and a reload in place ask again", () => {
  expect(ask("/", "/wiki", "POST")).toBe(true);
  expect(ask("/wiki", "/wiki")).toBe(true);
});
