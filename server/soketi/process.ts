import { createRequire } from "node:module";

// The process that Soketi runs in: Soketi itself, unmodified, tied to the life of the portal that started it.

// The channel breaks however the portal ends, also by SIGKILL.
if (!process.connected) process.exit(1);
process.on("disconnect", () => process.exit(0));

// Soketi takes an unhandled rejection for a reason to stop serving everyone; it concerns one request or one socket.
process.on("unhandledRejection", (reason) => {
  process.stderr.write(`Unhandled rejection in Soketi: ${reason instanceof Error ? reason.stack : String(reason)}\n`);
});

const [, , configFile] = process.argv;
process.argv = [process.execPath, "soketi", "start", "--config", String(configFile)];
createRequire(import.meta.url)("@soketi/soketi/bin/server.js");
