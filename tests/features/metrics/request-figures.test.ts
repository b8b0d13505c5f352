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

it("made-up addresses cannot fill the memory", () => {
  const figures = openRequestFigures();
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const one of letters)
    for (const other of letters) figures.add({ method: "GET", path: `/${one}${other}`, status: 302 }, 0.001);
  expect(figures.text().match(/_count\{/g)?.length).toBe(401);
  expect(figures.text()).toContain('route="other"');
});
