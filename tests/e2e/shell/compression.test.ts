import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManyWebsites } from "../../../server/sample/many-websites.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
let portal: TestPortal;
let cookie: string;
beforeAll(async () => {
  portal = await startTestPortal({ pages: "built" });
  const admin = await portal.hire({ role: "admin" });
  await createManyWebsites(portal.portal.services.db, 60, admin.id);
  ({ cookie } = await portal.signIn(admin));
});
afterAll(() => portal.stop());

/** As it comes over the wire; fetch would unpack it. */
async function read(path: string, accepts?: string, more: Record<string, string> = {}) {
  const headers = { cookie, ...(accepts !== undefined && { "accept-encoding": accepts }), ...more };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(portal.url + path, { headers }, resolve).once("error", reject);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test.each([
  ["a page", "/websites", "zstd", 40_000],
  ["a page", "/websites", "br", 40_000],
  ["a page", "/websites", "gzip", 50_000],
  ["what a page needs when a browser renders it", "/websites.data", "br", 12_000],
  ["what a page needs when a browser renders it", "/websites.data", "zstd", 12_000],
  ["a list", "/api/trpc/website.list?input=%7B%22json%22%3A%7B%22limit%22%3A50%7D%7D", "br", 12_000],
  ["a list", "/api/trpc/website.list?input=%7B%22json%22%3A%7B%22limit%22%3A50%7D%7D", "zstd", 12_000],
] as const)("%s goes out as small as it should: %s as %s", async (_what, path, encoding, maxBytes) => {
  const plain = await read(path);
  const packed = await read(path, `${encoding}, identity;q=0.5`);
  expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, encoding]);
  expect(packed.headers.vary).toContain("Accept-Encoding");
  expect(packed.body.length).toBeLessThan(maxBytes);
  const unpacked = unpack[encoding](packed.body);
  expect(unpacked.toString()).toContain("Elmstedt");
  // Nonces, ids of requests and moments differ from answer to answer, their lengths hardly.
  expect(Math.abs(unpacked.length - plain.body.length)).toBeLessThan(50);
});

test("a page that holds a token against forgery goes out as it is", async () => {
  for (const path of ["/auth/forgot?callbackUrl=%2Fwebsites", "/settings/sign-in"]) {
    const page = await read(path, "br, gzip");
    expect([page.status, page.headers["content-encoding"]]).toEqual([200, undefined]);
    expect(page.body.toString()).toContain("csrfToken");
  }
});

test("a browser gets what costs the portal least of what it takes", async () => {
  const encodingOf = async (accepts: string) => (await read("/websites", accepts)).headers["content-encoding"];
  expect(await encodingOf("gzip, deflate, br, zstd")).toBe("zstd");
  expect(await encodingOf("gzip, br, zstd;q=0")).toBe("br");
});

test("what takes no compression gets none", async () => {
  for (const accepts of ["", "identity", "br;q=0, gzip;q=0.0", "deflate"])
    expect((await read("/websites", accepts)).headers["content-encoding"]).toBeUndefined();
});

test("what a page needs is kept by a browser only where it was fetched ahead, until the link is pressed", async () => {
  const keptOf = async (path: string, more?: Record<string, string>) =>
    (await read(path, "br", more)).headers["cache-control"];
  const ahead = { "sec-purpose": "prefetch" };
  expect(await keptOf("/customers.data", ahead)).toBe("private, max-age=2");
  // Whoever signs in meanwhile is given their own.
  expect((await read("/customers.data", "br", ahead)).headers.vary).toMatch(/\bCookie\b/);
  expect(await keptOf("/customers.data")).toBeUndefined();
  expect(await keptOf("/customers", ahead)).toBe("no-store");
  expect(await keptOf("/customers/nobody.data", ahead)).toBeUndefined();
});
