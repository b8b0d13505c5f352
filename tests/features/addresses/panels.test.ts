import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askPanel, recognizePanel } from "../../../server/features/addresses/panels.ts";
import { stablePort } from "../../support/ports.ts";

const page = (title: string, body = "") =>
  `<!DOCTYPE html><html lang="en"><head>\n<meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

/** Each panel as it is documented, with what it tells of its version. */
const logins: [name: string, version: string | null, server: string, body: string][] = [
  ["Plesk", "18.0.62", "nginx", page("Plesk Obsidian 18.0.62")],
  ["Plesk", "17.8.11", "sw-cp-server", page("Plesk Onyx 17.8.11")],
  ["Plesk", null, "sw-cp-server", page("Login")],
  ["cPanel", null, "cpsrvd", page("cPanel Login")],
  ["cPanel", "11.118.0.9", "cpsrvd/11.118.0.9", page("WHM Login")],
  ["DirectAdmin", "1.61.5", "DirectAdmin Daemon v1.61.5 Registered to Muster", page("DirectAdmin Login")],
  ["DirectAdmin", null, "", page("DirectAdmin Login")],
  [
    "ISPConfig",
    null,
    "nginx/1.26.0",
    page("ISPConfig", '<p>powered by <a href="https://www.ispconfig.org">ISPConfig</a></p>'),
  ],
  ["ISPConfig", "3.2.11p2", "Apache", page("Login - ISPConfig 3", "<small> ISPConfig 3.2.11p2</small>")],
  ["HestiaCP", null, "nginx", page("web01.example - Hestia Control Panel")],
  ["Webmin", "2.105", "MiniServ/2.105", page("Login to Webmin")],
  ["Webmin", null, "", page("Login to Virtualmin")],
];

/** What talks of panels, or looks like one, and is none. */
const others: [server: string, body: string][] = [
  ["nginx", page("Plesk im Test: unsere Erfahrungen")],
  ["Apache", page("Anmelden", "<p>Wir verwalten Server mit Plesk, cPanel, DirectAdmin, ISPConfig und Webmin.</p>")],
  ["nginx", page("Jenkins")],
  ["cpsrv", page("")],
  ["", ""],
  ["nginx", "<title>ISPConfig einrichten in 10 Minuten</title>"],
];

describe("a login page", () => {
  it.each(logins)("of %s tells version %s", (name, version, server, body) => {
    expect(recognizePanel({ headers: server ? { server } : {}, body })).toEqual({ name, version });
  });

  it.each(others)("that is none is taken for no panel: %s", (server, body) => {
    expect(recognizePanel({ headers: server ? { server } : {}, body })).toBeUndefined();
  });

  it.each(["<title ", "powered by <a ", "> ISPConfig ", '<meta name="author" content="Hestia'])(
    "that repeats %s without an end is read to its end",
    (piece) => {
      const body = piece.repeat(64_000 / piece.length);
      expect(recognizePanel({ headers: { server: piece.repeat(1000) }, body })).toBeUndefined();
    },
  );
});

describe("the port of a panel", () => {
  let server: Server;
  let port: number;
  const asked: string[] = [];

  beforeEach(async () => {
    port = await stablePort();
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/") response.writeHead(303, { location: "/login_up.php" }).end();
      else response.end(page("Plesk Obsidian 18.0.62"));
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.9", resolve));
  });
  afterEach(() => {
    asked.length = 0;
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it("is asked in no network that is not allowed", async () => {
    expect(await askPanel({ ip: "127.0.0.9", port }, [])).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("leads to the login page, also without TLS", async () => {
    expect(await askPanel({ ip: "127.0.0.9", port }, ["127.0.0.0/8"])).toEqual({ name: "Plesk", version: "18.0.62" });
    expect(asked).toEqual(["/", "/login_up.php"]);
  });
});
