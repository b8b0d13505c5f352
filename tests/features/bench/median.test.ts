import { expect, it } from "vitest";
import { medianRows } from "../../../scripts/bench/run/median.ts";
import { type Row, rowAtLeast, rowAtMost } from "../../../scripts/bench/table.ts";

const took = (ms: number) => rowAtMost("Seite bereit", ms, { most: 300, unit: "ms" });
const withoutShare = (measured: string): Row => ({
  what: "Import",
  measured,
  limit: "–",
  ratio: "–",
  aim: "–",
  isMet: true,
});

it("the row of the run in the middle is shown, and in how many runs its aim was met", () => {
  const [row] = medianRows([350, 900, 280, 420, 310].map((ms) => [took(ms)]));
  expect(row).toMatchObject({ measured: "350 ms", isMet: false, metIn: "1 von 5" });
});

it("one bad run of five does not miss an aim", () => {
  const [row] = medianRows([290, 900, 280, 420, 240].map((ms) => [took(ms)]));
  expect(row).toMatchObject({ isMet: true, metIn: "3 von 5" });
});

it("runs that are all better than the aim have one in the middle, too", () => {
  const [row] = medianRows([93, 65, 78, 92, 245].map((ms) => [took(ms)]));
  expect(row).toMatchObject({ measured: "92 ms", ratio: "100 %", metIn: "5 von 5" });
});

it("of an even number of runs the worse one in the middle counts", () => {
  const [row] = medianRows([100, 310, 320, 900].map((ms) => [took(ms)]));
  expect(row).toMatchObject({ measured: "320 ms", isMet: false });
});

it("rows without a share are ordered by their first number", () => {
  const [row] = medianRows(
    [["9,5 s (40 ms)"], ["120 s (1 ms)"], ["11.25 s (3 ms)"]].map(([text = ""]) => [withoutShare(text)]),
  );
  expect(row?.measured).toBe("11.25 s (3 ms)");
});

it("a row that one run lacks is told of by the others, in the order in which rows came first", () => {
  const rows = medianRows([[took(100)], [took(200), withoutShare("1 s")], [took(250)]]);
  expect(rows.map(({ what, metIn }) => [what, metIn])).toEqual([
    ["Seite bereit", "3 von 3"],
    ["Import", "1 von 1"],
  ]);
});

it("one run stays as it is", () => {
  expect(medianRows([[took(100)]])).toEqual([took(100)]);
});

it.each([
  [rowAtMost("a", 600, { most: 300, unit: "ms" }), { share: 0.5, isMet: false, ratio: "50 %", aim: "≤ 300 ms" }],
  [rowAtMost("a", 300, { most: 300, unit: "ms" }), { share: 1, isMet: true }],
  [rowAtMost("a", 0, { most: 300, unit: "ms" }), { share: 1, isMet: true }],
  [rowAtLeast("a", 100, { least: 400, unit: "/s" }), { share: 0.25, isMet: false, aim: "≥ 400 /s" }],
  [
    rowAtLeast("a", 800, { least: 400, unit: "/s", note: " (gut)" }),
    { share: 1, isMet: true, measured: "800 /s (gut)" },
  ],
])("a figure is compared with its aim, %#", (row, expected) => {
  expect(row).toMatchObject(expected);
});
