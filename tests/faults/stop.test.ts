import { rmSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { newDataDir, startPortalProcess } from "../support/portal/portal-process.ts";
import { hireInto } from "../support/staff.ts";

it("SIGUSR2 has the log tell every request, and once more as much as before", async () => {
  const dataDir = newDataDir();
  const portal = await startPortalProcess({ dataDir });
  const toggle = () => {
    const changed = portal.logged("log level changed");
    portal.signal("SIGUSR2");
    return changed;
  };
  expect(await toggle()).toMatchObject({ level: 40, logLevel: "debug" });
  const request = portal.logged("request");
  const { headers } = await fetch(`${portal.url}/api/health/live`);
  expect(await request).toMatchObject({ requestId: headers.get("x-request-id"), path: "/api/health/live" });
  expect(await toggle()).toMatchObject({ logLevel: "info" });
  const after = portal.logged("request").then(() => "told");
  await fetch(`${portal.url}/api/health/live`);
  const ended = portal.logged("portal is stopping").then(() => "silent");
  const code = portal.end("SIGTERM");
  expect(await Promise.race([after, ended])).toBe("silent");
  expect(await code).toBe(0);
  rmSync(dataDir, { recursive: true });
});

it("a terminal that is closed stops it in good order", async () => {
  const dataDir = newDataDir();
  const portal = await startPortalProcess({ dataDir });
  const stopping = portal.logged("portal is stopping");
  const code = portal.end("SIGHUP");
  expect(await stopping).toMatchObject({ signal: "SIGHUP" });
  expect(await code).toBe(0);
  rmSync(dataDir, { recursive: true });
});

it("SIGTERM answers every request that has begun, then ends with 0", async () => {
  const dataDir = newDataDir();
  const { id, cookie } = await hireInto(dataDir);
  const portal = await startPortalProcess({ dataDir });
  const { hostname, port, host } = new URL(portal.url);

  const begun = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const body = JSON.stringify({ json: { params: { id }, body: { position: `Stelle ${index}` } } });
      const socket = connect(Number(port), hostname);
      const head = [
        "POST /api/trpc/user.update HTTP/1.1",
        `Host: ${host}`,
        `Cookie: ${cookie}`,
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(body)}`,
        "Expect: 100-continue",
        "\r\n",
      ].join("\r\n");
      socket.write(head);
      // The interim answer proves that the server has taken this request on.
      await new Promise<void>((resolve) => socket.once("data", () => resolve()));
      return { answer: text(socket), finish: () => socket.write(body) };
    }),
  );

  const ended = portal.end("SIGTERM");
  for (const request of begun) request.finish();
  const answers = await Promise.all(begun.map(({ answer }) => answer));
  expect(answers.filter((answer) => answer.includes("HTTP/1.1 200 OK"))).toHaveLength(20);
  expect(await ended).toBe(0);
  rmSync(dataDir, { recursive: true });
});
