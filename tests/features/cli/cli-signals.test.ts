import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { aDataFolder } from "../../support/backups/data-folder.ts";
import { hostVariables } from "../../support/cli/host-variables.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const program = path.resolve(import.meta.dirname, "../../../server/cli/main.ts");

/** Sends a signal to a command once it asks for something on a pipe that stays open, and resolves with how it ends. */
async function interrupted(words: string[], dataDir: string, signal: NodeJS.Signals) {
  const command = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...words], {
    env: { ...hostVariables(), DATA_DIR: dataDir },
    stdio: ["pipe", "ignore", "pipe"],
  });
  const closed = once(command, "close");
  let said = "";
  command.stderr.on("data", (text) => {
    said += text;
    if (said.endsWith(": ")) command.kill(signal);
  });
  const [code, ended] = await closed;
  return { code, ended, said };
}

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends a command that may be killed at once", async (signal) => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const reset = ["admin", "reset-password", "jana@agentur.example"];
  expect(await interrupted(reset, dataDir, signal)).toMatchObject({ code: null, ended: signal });
});

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s has a restore end in good order, also at a question",
  async (signal) => {
    const restore = ["restore", "--from", temporaryFolder("target")];
    const { code, said } = await interrupted(restore, temporaryFolder("empty"), signal);
    expect({ code, said }).toEqual({ code: 1, said: "Wiederherstellungsschlüssel: Abgebrochen.\n" });
  },
);
