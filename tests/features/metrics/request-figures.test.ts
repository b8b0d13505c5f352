import { expect, it } from "vitest";
import { openRequestFigures } from "../../../server/http/metrics/request-figures.ts";

it("requests are counted by route and class of status, never by what an address carries", () => {
  const figures = openRequestFigures();
  figures.add({ method: "GET", path: "/websites/01a20782-7338", status: 200 }, 0.03);
  figures.add({ method: "GET", path: "/websites", status: 200 }, 3);
  figures.add({ method: "POST", path: "/api/trpc/website.list", status: 403 }, 0.001);
  figures.add({ method: "GET", path: "/ask/GeheimesToken", status: 200 }, 0.001);
  figures.add({ method: "GET", path: "/.env", status: 404 }, 0.001);
  figures.add({ method: "GET", path: "/Kunde%20Meier/x", status: 302 }, 0.001);
  const text = figures.text();
  const name = "techcenter_http_request_duration_seconds";
  expect(text).toContain(`${name}_bucket{route="/websites",method="GET",status="2xx",le="0.05"} 1`);
  expect(text).toContain(`${name}_bucket{route="/websites",method="GET",status="2xx",le="+Inf"} 2`);
  expect(text).toContain(`${name}_count{route="rpc website.list",method="POST",status="4xx"} 1`);
  expect(text).toContain('route="/ask"');
  expect(text).toContain('route="none"');
  expect(text).not.toMatch(/Geheim|Kunde|01a20782/);
});

it("what failed lately is told apart from what failed before, and health pages do not count", () => {
  let minutes = 100;
  const figures = openRequestFigures({ now: () => minutes * 60_000 });
  const add = (path: string, status: number) => figures.add({ method: "GET", path, status }, 0.001);
  for (const status of [200, 302, 404, 499, 500]) add("/", status);
  add("/api/health/ready", 503);
  expect(figures.recent()).toEqual({ count: 5, failed: 1 });
  minutes += 14;
  add("/", 502);
  expect(figures.recent()).toEqual({ count: 6, failed: 2 });
  minutes += 1;
  expect(figures.recent()).toEqual({ count: 1, failed: 1 });
  minutes += 15;
  expect(figures.recent()).toEqual({ count: 0, failed: 0 });
  for (let minute = 0; minute < 100; minute += 1) {
    add("/", 200);
    minutes += 1;
  }
  expect(figures.recent().count).toBe(14);
});

it("made-up addresses cannot fill the memory", () => {
  const figures = openRequestFigures();
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const one of letters)
    for (const other of letters) figures.add({ method: "GET", path: `/${one}${other}`, status: 302 }, 0.001);
  expect(figures.text().match(/_count\{/g)?.length).toBe(401);
  expect(figures.text()).toContain('route="other"');
});
