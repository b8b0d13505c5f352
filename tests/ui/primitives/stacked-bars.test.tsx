// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { niceScale } from "../../../app/ui/charts/nice-scale.ts";
import { StackedBars } from "../../../app/ui/charts/stacked-bars.tsx";
import { render } from "../../support/browser/render.tsx";

test("a scale begins and ends with round figures around all values, with zero among them", () => {
  expect(niceScale(-190_000, 640_000)).toEqual([-250_000, 0, 250_000, 500_000, 750_000]);
  expect(niceScale(0, 3)).toEqual([0, 1, 2, 3]);
  for (const [lowest, highest] of [
    [0, 0],
    [-1, 0],
    [-0.4, 12],
    [-9_999_999, 17],
  ] as const) {
    const lines = niceScale(lowest, highest);
    expect(lines).toContain(0);
    expect([(lines[0] ?? 1) <= lowest, (lines.at(-1) ?? -1) >= highest]).toEqual([true, true]);
    expect(lines.length).toBeLessThan(8);
  }
});

test("amounts below the line are marked where they should not be", () => {
  const bars = (marksBelow: boolean) => {
    const { host } = render(
      <StackedBars
        label="Mails"
        columns={[{ key: "1", label: "1", title: "Woche 1" }]}
        series={[{ key: "mails", up: [3], down: [1] }]}
        marksBelow={marksBelow}
        onSelect={() => undefined}
        format={String}
      />,
    );
    return [...host.querySelectorAll("g rect")].slice(1).map((bar) => bar.getAttribute("class"));
  };
  expect(bars(true)).toEqual(["fill-s1", "fill-warn-fill"]);
  expect(bars(false)).toEqual(["fill-s1", "fill-s1"]);
});

test("amounts stand on each other above the line and hang below it, in one measure", () => {
  const chosen: string[] = [];
  const { host } = render(
    <StackedBars
      label="Beträge"
      columns={["Nov", "Dez"].map((name) => ({ key: name, label: name, title: `${name} im Ganzen` }))}
      series={[
        { key: "a", up: [100, 0], down: [50, 0] },
        { key: "b", up: [300, 200], down: [0, 100] },
      ]}
      selected="Dez"
      onSelect={(key) => chosen.push(key)}
      format={String}
    />,
  );
  expect(host.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("Beträge");
  const columns = [...host.querySelectorAll("g")];
  const partsOf = (column: Element | undefined) =>
    [...(column?.querySelectorAll("rect") ?? [])]
      .slice(1)
      .map((bar) => ["y", "height"].map((name) => Number.parseFloat(bar.getAttribute(name) ?? "")));
  // The scale goes from 400 above the line to 200 below it.
  expect(partsOf(columns[0])).toEqual([
    [50, 16.667],
    [66.667, 8.333],
    [0, 50],
  ]);
  expect(partsOf(columns[1])).toEqual([
    [33.333, 33.333],
    [66.667, 16.667],
  ]);
  expect(columns[1]?.querySelector("title")?.textContent).toBe("Dez im Ganzen");
  act(() => void columns[0]?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(chosen).toEqual(["Nov"]);
});
