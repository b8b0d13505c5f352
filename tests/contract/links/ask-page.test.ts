import { afterAll, beforeAll, expect, it } from "vitest";
import { newToken } from "../../../server/auth/tokens.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

let office: TestPortal;
beforeAll(async () => {
  office = await startTestPortal();
});
afterAll(() => office.stop());

it("pages of links to customers stay out of search engines, and nobody tries many", async () => {
  const open = () => fetch(`${office.url}/ask/${newToken()}`, { redirect: "manual" });
  const first = await open();
  expect(first.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(first.headers.get("referrer-policy")).toBe("same-origin");
  let last = first;
  for (let asked = 1; asked <= 60; asked += 1) last = await open();
  expect([last.status, last.headers.get("retry-after")]).toEqual([429, "60"]);
});

it("a page of another origin may not answer", async () => {
  const answer = await fetch(`${office.url}/ask/${newToken()}`, {
    method: "POST",
    headers: { origin: "https://boese.example" },
    body: new URLSearchParams({ name: "Anna", d0: "cancel" }),
  });
  expect(answer.status).toBe(403);
});
