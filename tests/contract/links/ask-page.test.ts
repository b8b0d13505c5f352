import { afterEach, beforeEach, expect, it } from "vitest";
import { newToken } from "../../../server/auth/tokens.ts";
import { openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let server: OfficeServer;
beforeEach(async () => {
  server = await serveOffice(await openOffice());
});
afterEach(() => server.close());

it("pages of links to customers stay out of search engines, and nobody tries many", async () => {
  const open = (page: string) => fetch(`${server.url}/${page}/${newToken()}`, { redirect: "manual" });
  for (const page of ["ask", "confirm"]) {
    const first = await open(page);
    expect(first.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(first.headers.get("referrer-policy")).toBe("same-origin");
  }
  // Both kinds of pages share what an address may ask for in a minute, and the clock of the office stands still.
  for (let asked = 2; asked < 60; asked += 1)
    expect((await open(asked % 2 === 0 ? "ask" : "confirm")).status).not.toBe(429);
  for (const page of ["ask", "confirm"]) {
    const last = await open(page);
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, "60"]);
  }
});

it.each(["ask", "confirm"])("a page of another origin may not answer at /%s", async (page) => {
  const answer = await fetch(`${server.url}/${page}/${newToken()}`, {
    method: "POST",
    headers: { origin: "https://boese.example" },
    body: new URLSearchParams({ name: "Anna", d0: "cancel" }),
  });
  expect(answer.status).toBe(403);
});
