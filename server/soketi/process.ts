import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";

// The process that Soketi runs in: Soketi itself, unmodified, tied to the life of the portal that started it.

// The channel breaks however the portal ends, also by SIGKILL.
if (!process.connected) process.exit(1);
process.on("disconnect", () => process.exit(0));

// Soketi takes an unhandled rejection for a reason to stop serving everyone; it concerns one request or one socket.
process.on("unhandledRejection", (reason) => {
  process.stderr.write(`Unhandled rejection in Soketi: ${reason instanceof Error ? reason.stack : String(reason)}\n`);
});

const [, , configFile = ""] = process.argv;
const { "adapter.redis.url": url } = JSON.parse(readFileSync(configFile, "utf8"));
const require = createRequire(import.meta.url);

/** Soketi imports ioredis always and uses it where nodes meet in Redis; elsewhere it is neither loaded nor kept in memory. */
const clients = new Module(require.resolve("ioredis"));
clients.exports = typeof url === "string" ? await clientsOf(url) : {};
clients.loaded = true;
require.cache[clients.id] = clients;

async function clientsOf(given: string) {
  const { AdapterClient } = await import("./adapter-client.ts");
  const onGap = () => void process.send?.("gap");
  return {
    default: class extends AdapterClient {
      constructor() {
        super(given, onGap);
      }
    },
  };
}

// Soketi closes the connection behind each answer. Whoever publishes keeps theirs: at 400 events a second some 24,000
// closed ones would wait for their minute to end, and a host has ports for 28,000.
require("uWebSockets.js").keepConnections();

process.argv = [process.execPath, "soketi", "start", "--config", configFile];
require("@soketi/soketi/bin/server.js");
