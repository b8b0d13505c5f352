import { afterAll, beforeAll, expect, it } from "vitest";
import { requestsPerMinute } from "../../../contract/api/limits.ts";
import { perMinute } from "../../../server/rate-limit.ts";
import { openOffice } from "../../support/office.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

let server: OfficeServer;
beforeAll(async () => {
  server = await serveOffice(await openOffice(), { env: { TRUST_PROXY: "1", RPC_CALLS_PER_MINUTE: "60" } });
});
afterAll(() => server.close());

const json = { "content-type": "application/json" };
const post = { method: "POST", headers: json, body: "{}" };

/** The n-th address of a /64, as some proxies name it. */
const addressIn = (network: string, n: number) => `[${network}::${n.toString(16)}]:${40_000 + n}`;

async function askFrom(address: string, path: string, { headers, ...init }: RequestInit = {}): Promise<number> {
  const own = { ...(headers as Record<string, string>), "X-Forwarded-For": address };
  return (await fetch(new URL(path, server.url), { ...init, headers: own })).status;
}

async function passkeyQuestion(): Promise<RequestInit> {
  const response = await fetch(new URL("/api/auth/csrf", server.url));
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { method: "POST", headers: { ...json, cookie: cookie.join("; ") }, body: JSON.stringify({ csrfToken }) };
}

it.each<[string, string, number, (() => Promise<RequestInit> | RequestInit)?]>([
  ["calendars", "/ics/xxxxxxxxxxxxxxxxxxxxxxxx", 300],
  ["reports of jobs", "/api/push/n", 600],
  ["reports of websites", "/api/v1/push/site/n", 600, () => post],
  ["status pages", "/status/n", 120],
  ["pages for customers", "/ask/n", 60],
  ["reports of browsers", "/api/auth/_log", 30, () => post],
  ["questions for passkeys", "/api/auth/passkey/options", 60, passkeyQuestion],
  ["calls of the API", "/api/v1/websites", requestsPerMinute],
  ["figures", "/metrics", 60],
  ["calls of pages", "/api/trpc/user.getProfile", 60],
])("%s are limited by network, whichever of its addresses asks", async (_what, path, max, init) => {
  const request = await init?.();
  // What is limited by a token or page as well gets another one each time.
  const pathFor = (n: number) => path.replace(/\/(n|x{24})$/, `/${String(n).padStart(24, "x")}`);
  const [network, other] = ["2001:db8:1:2", "2001:db8:1:3"];
  for (let n = 1; n <= max; n += 1) expect(await askFrom(addressIn(network, n), pathFor(n), request)).not.toBe(429);
  expect(await askFrom(addressIn(network, max + 1), pathFor(max + 1), request)).toBe(429);
  expect(await askFrom(addressIn(other, 1), pathFor(max + 2), request)).not.toBe(429);
});

it("a crowd of networks makes the limit of none forgotten that goes on asking", () => {
  const isTooMuch = perMinute(2, () => new Date("2026-11-20T09:00:00Z"));
  for (let n = 0; n < 3; n += 1) isTooMuch("busy");
  for (let n = 0; n < 25_000; n += 1) {
    isTooMuch(`network ${n}`);
    if (n % 5000 === 0) expect(isTooMuch("busy")).toBe(true);
  }
  expect(isTooMuch("busy")).toBe(true);
});
