import { expect, it } from "vitest";
import { openRequestFigures } from "../../../server/http/metrics/request-figures.ts";
import { openRouteNames } from "../../../server/http/metrics/route-names.ts";

const names = openRouteNames({
  patterns: ["/", "/websites", "/websites/new", "/websites/:id", "/websites/:id/edit", "/ask/:token{.+}", "/api/v1/*"],
  below: ["/assets"],
  procedures: new Set(["website.list", "website.get"]),
});

function figuresOf(options?: Parameters<typeof openRequestFigures>[0]) {
  const figures = openRequestFigures(options);
  figures.setRoutes(names);
  return figures;
}

it.each([
  ["/websites", "/websites"],
  ["/websites/", "/websites"],
  ["/websites.data", "/websites"],
  ["/_root.data", "/"],
  ["/websites/new", "/websites/new"],
  ["/websites/01a20782-7338", "/websites/:id"],
  // What is written out does not hide a parameter behind it.
  ["/websites/new/edit", "/websites/:id/edit"],
  ["/ask/GeheimesToken", "/ask/:token"],
  ["/assets/deep/file.js", "/assets"],
  ["/api/trpc/website.list,website.get", "none"],
  ["/api/v1/erfunden", "none"],
  ["/Kunde%20Meier/x", "none"],
  ["/meier", "none"],
])("%s is counted as %s", (path, found) => {
  expect(names.ofPath(path)).toBe(found);
});

it("requests are counted by route and status, each call of a batch by itself", () => {
  const figures = figuresOf();
  figures.add({ method: "GET", path: "/websites/01a20782-7338", status: 200 }, 0.03);
  figures.add({ method: "GET", path: "/websites/2", status: 200 }, 3);
  figures.add({ method: "GET", path: "/websites", status: 200 }, 3);
  const calls = ["website.list", "website.get", "erfundenes.ding"].map((path, index) => ({
    path,
    status: 200 + index,
  }));
  figures.add(
    { method: "POST", path: "/api/trpc/website.list,website.get,erfundenes.ding", status: 207, calls },
    0.001,
  );
  figures.add({ method: "GET", path: "/.env", status: 404 }, 0.001);
  const text = figures.text();
  const name = "techcenter_http_request_duration_seconds";
  expect(text).toContain(`${name}_bucket{route="/websites/:id",method="GET",status="200",le="0.05"} 1`);
  expect(text).toContain(`${name}_bucket{route="/websites/:id",method="GET",status="200",le="+Inf"} 2`);
  expect(text).toContain(`${name}_count{route="/websites",method="GET",status="200"} 1`);
  expect(text).toContain(`${name}_count{route="rpc website.list",method="POST",status="200"} 1`);
  expect(text).toContain(`${name}_count{route="rpc website.get",method="POST",status="201"} 1`);
  expect(text).toContain(`${name}_count{route="none",method="POST",status="202"} 1`);
  expect(text).not.toContain('status="207"');
  expect(text).toContain('route="none",method="GET",status="404"');
  expect(figures.recent().count).toBe(5);
});

it("a stranger makes no series of their own, whatever they ask for and however they are refused", () => {
  const figures = figuresOf();
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const one of letters)
    for (const other of letters) {
      figures.add({ method: "GET", path: `/${one}${other}`, status: 302 }, 0.001);
      figures.add({ method: "GET", path: `/api/v1/${one}${other}`, status: 401 }, 0.001);
      const calls = [{ path: `${one}.${other}`, status: 401 }];
      figures.add({ method: `M${one}`, path: `/api/trpc/${one}.${other}`, status: 401, calls }, 0.001);
    }
  expect(figures.text().match(/_count\{/g)).toHaveLength(3);
  for (const status of [401, 403, 404, 405, 413, 415, 429]) {
    figures.add({ method: "POST", path: "/websites", status }, 0.001);
    figures.add({ method: "POST", path: "/api/trpc/website.list", status }, 0.001);
    const calls = [{ path: "website.list", status }];
    figures.add({ method: "PUT", path: "/api/trpc/website.list", status, calls }, 0.001);
  }
  figures.add({ method: "POST", path: `/api/trpc/${Array(1000).fill("website.list").join(",")}`, status: 400 }, 0.001);
  expect(figures.text()).not.toMatch(/route="(?!none)/);
  figures.add({ method: "GET", path: "/websites", status: 200 }, 0.001);
  figures.add({ method: "POST", path: "/websites/1", status: 403, isKnown: true }, 0.001);
  expect(figures.text()).toContain('route="/websites",method="GET",status="200"');
  expect(figures.text()).toContain('route="/websites/:id",method="POST",status="403"');
});

it("what is answered to strangers leaves series to those whom the portal knows", () => {
  const patterns = Array.from({ length: 400 }, (_, index) => `/p${index}`);
  const figures = openRequestFigures();
  figures.setRoutes(openRouteNames({ patterns, below: [], procedures: new Set() }));
  for (const path of patterns)
    for (const method of ["GET", "HEAD", "OPTIONS"]) figures.add({ method, path, status: 302 }, 0.001);
  expect(figures.text().match(/_count\{/g)?.length).toBeLessThan(300);
  for (const path of patterns) figures.add({ method: "GET", path, status: 200, isKnown: true }, 0.001);
  for (const path of patterns) expect(figures.text()).toContain(`{route="${path}",method="GET",status="200"}`);
});

it("what was refused for coming too often is counted", () => {
  const figures = figuresOf();
  expect(figures.text()).toContain("techcenter_http_requests_rate_limited_total 0\n");
  figures.add({ method: "POST", path: "/api/trpc/website.list", status: 429 }, 0.001);
  expect(figures.text()).toContain("techcenter_http_requests_rate_limited_total 1\n");
});

it("what failed lately is told apart from what failed before, and health pages do not count", () => {
  let minutes = 100;
  const figures = figuresOf({ now: () => minutes * 60_000 });
  const add = (path: string, status: number) => figures.add({ method: "GET", path, status }, 0.001);
  for (const status of [200, 302, 404, 499, 500]) add("/", status);
  add("/api/health/ready", 503);
  expect(figures.recent()).toMatchObject({ count: 5, failed: 1 });
  minutes += 14;
  add("/", 502);
  expect(figures.recent()).toMatchObject({ count: 6, failed: 2 });
  minutes += 1;
  expect(figures.recent()).toMatchObject({ count: 1, failed: 1 });
  minutes += 15;
  expect(figures.recent()).toEqual({ count: 0, failed: 0, awaited: 0, slow: 0, p95Ms: 0 });
  for (let minute = 0; minute < 100; minute += 1) {
    add("/", 200);
    minutes += 1;
  }
  expect(figures.recent().count).toBe(14);
});

it("how long 95 of 100 took lately is known, and how many had to be waited for", () => {
  const figures = figuresOf({ now: () => 0 });
  const add = (count: number, seconds: number) => {
    for (let index = 0; index < count; index += 1) figures.add({ method: "GET", path: "/", status: 200 }, seconds);
  };
  add(95, 0.2);
  add(5, 4);
  expect(figures.recent()).toEqual({ count: 100, failed: 0, awaited: 100, slow: 5, p95Ms: 250 });
  add(1, 4);
  expect(figures.recent()).toMatchObject({ slow: 6, p95Ms: 5000 });
  add(100, 40);
  expect(figures.recent().p95Ms).toBe(Number.POSITIVE_INFINITY);
});

it.each([
  "/api/upload",
  "/api/export/website.csv",
  "/api/export/wiki/all.pdf",
  "/api/import/1/failed.csv",
  "/api/dmarc/1",
  "/metrics",
])("%s lasts as long as there is to send or to write: it can fail, but is not slow", (path) => {
  const figures = figuresOf({ now: () => 0 });
  figures.add({ method: "POST", path, status: 200 }, 40);
  expect(figures.recent()).toEqual({ count: 1, failed: 0, awaited: 0, slow: 0, p95Ms: 0 });
  figures.add({ method: "POST", path, status: 500 }, 40);
  expect(figures.recent()).toMatchObject({ count: 2, failed: 1, awaited: 0, slow: 0 });
  figures.add({ method: "GET", path: "/websites", status: 200 }, 4);
  expect(figures.recent()).toMatchObject({ count: 3, awaited: 1, slow: 1, p95Ms: 5000 });
});
