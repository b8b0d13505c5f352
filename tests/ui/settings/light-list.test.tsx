// @vitest-environment happy-dom
import { queryAllByRole } from "@testing-library/react";
import { expect, it } from "vitest";
import { LightList } from "../../../app/features/system/light-list.tsx";
import type { HistoryKey, Light, LightKey } from "../../../contract/system/lights.ts";
import { render } from "../../support/browser/render.tsx";

const long = Array.from({ length: 7 * 24 }, (_, hour) => hour);
const short = long.map((hour) => (hour < 3 ? hour : null));

/** What stands at each line that is drawn of a light. */
function drawnOf(key: LightKey, histories: Partial<Record<HistoryKey, (number | null)[]>>) {
  const light = {
    key,
    state: "ok",
    value: "Pünktlich",
    advice: null,
    histories: Object.entries(histories).map(([history, values]) => ({ key: history as HistoryKey, values })),
  } satisfies Light;
  const { host } = render(<LightList lights={[light]} />);
  return queryAllByRole(host, "figure").map((figure) => figure.querySelector("figcaption")?.textContent);
}

it("a line that could be one of two says which it is, also where the other one is too short to be drawn", () => {
  expect(drawnOf("checks", { checks: long, checkerRestarts: long })).toEqual(["Verspätung", "Neustarts"]);
  expect(drawnOf("checks", { checks: short, checkerRestarts: long })).toEqual(["Neustarts"]);
});

it("the only line of a light needs no caption, and one of a few hours is not drawn", () => {
  expect(drawnOf("eventLoop", { eventLoop: long })).toEqual([undefined]);
  expect(drawnOf("eventLoop", { eventLoop: short })).toEqual([]);
});
