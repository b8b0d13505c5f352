import { expect, test } from "vitest";

test("charts are loaded in German where the browser names a language that Intl does not know", async () => {
  Object.defineProperty(navigator, "language", { value: "en-US@posix", configurable: true });
  await import("../../../app/ui/charts/time-chart.tsx");
  expect(navigator.language).toBe("de-DE");
});
