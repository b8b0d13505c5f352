// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { RenewalChart } from "../../../app/features/dashboard/renewal-chart.tsx";
import { render } from "../../support/browser/render.tsx";

test("one large contract leaves the domains beside it to be seen", () => {
  const day = (on: string, revenueCents: number, costCents: number) => ({
    on,
    domains: 1,
    hosts: 0,
    contracts: 0,
    undecided: 0,
    revenueCents,
    costCents,
  });
  const days = [day("2026-11-25", 1_000_000, 0), day("2026-11-28", 10_000, 2_500)];
  const { host } = render(<RenewalChart renewals={{ today: "2026-11-20", days }} label="Verlängerungen" />);
  const bars = [...host.querySelectorAll("g")].map((each) =>
    [...each.querySelectorAll("rect")].map((bar) => Number(bar.getAttribute("height"))),
  );
  const [[large = 0] = [], [small = 0, cost = 0] = []] = bars;
  // A hundredth of the amount is a tenth of the height.
  expect(small / large).toBeCloseTo(0.1, 5);
  expect(small).toBeGreaterThanOrEqual(4);
  expect(cost).toBeCloseTo(small / 2, 5);
});
