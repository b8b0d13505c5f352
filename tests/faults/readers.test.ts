import { rmSync } from "node:fs";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { newDataDir, startPortalProcess } from "../support/portal/portal-process.ts";
import { repetitions } from "../support/repetitions.ts";
import { hireInto } from "../support/staff.ts";

it("readers who go away while a page is made do not stop the portal", async () => {
  const dataDir = newDataDir();
  const { cookie } = await hireInto(dataDir);
  const portal = await startPortalProcess({ dataDir });
  const { hostname, port, host } = new URL(portal.url);
  const leave = (afterBytes: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`, () => {
          if (afterBytes === 0) socket.destroy();
        });
      });
      socket.once("data", () => socket.destroy());
      socket.once("close", () => resolve());
      socket.once("error", reject);
    });

  for (let round = 0; round < repetitions(5, 20); round += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => leave(index % 2)));
    const { status } = await fetch(`${portal.url}/`, { headers: { cookie } });
    expect(status).toBe(200);
  }
  expect(await portal.end("SIGTERM")).toBe(0);
  rmSync(dataDir, { recursive: true });
});
