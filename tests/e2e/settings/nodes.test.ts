import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser/browser.ts";
import { openBalancer } from "../../support/nodes/balancer.ts";
import { openNodesBehind } from "../../support/nodes/behind-balancer.ts";
import {
  missingForNodes,
  openSharedPlace,
  type SharedPlace,
  whyWithoutNodes,
} from "../../support/nodes/shared-place.ts";

describe.skipIf(missingForNodes !== "")(`two nodes of a portal${whyWithoutNodes}`, () => {
  let place: SharedPlace;

  beforeAll(async () => {
    place = await openSharedPlace();
  });

  it("are listed under „System“, and one that ends takes nothing from an open page", async () => {
    const { first, second } = await openNodesBehind(place, openBalancer, { pages: "built" });
    const person = await first.portal.hire({ name: "Maren Ahlers", role: "admin" });
    const page = await openBrowser(first.portal, { person });
    await visit(page, "/settings/system");
    const nodes = page.getByRole("region", { name: "Knoten" }).getByRole("listitem");
    await expect
      .poll(() => nodes.getByRole("heading").allTextContents())
      .toEqual(["eins (dieser Knoten antwortet dir gerade)", "zwei"]);
    await nodes.nth(1).getByText("Arbeitsspeicher").waitFor();
    await page.getByText("Verbunden", { exact: true }).waitFor();
    await page.evaluate(() => {
      const told: string[] = [];
      const look = () => {
        const notices = [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent ?? "");
        for (const text of notices) if (/Live-Updates|Offline/.test(text)) told.push(text);
        if (document.body.textContent?.includes("Unterbrochen")) told.push("Unterbrochen");
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      Object.assign(window, { told });
    });
    const stopped = first.portal.stop();
    await nodes.first().getByText("Wird beendet").waitFor();
    await stopped;
    await expect
      .poll(() => nodes.getByRole("heading").allTextContents())
      .toEqual(["zwei (dieser Knoten antwortet dir gerade)"]);
    const { services } = second.portal.portal;
    await expect.poll(() => services.nodes.living().then((living) => living.length)).toBe(1);
    await page.getByText("Verbunden", { exact: true }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, "told"))).toEqual([]);
  });
});
