import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const module = JSON.stringify(path.resolve(import.meta.dirname, "../../../server/log.ts"));

/** Runs lines of code with a log as `log`, whose output goes to a file, for at most 20 seconds. */
function runWithLog(code: string, file: string) {
  const output = openSync(file, "w");
  const script = `const { createLog } = await import(${module}); const log = createLog("info"); ${code}`;
  const { status, signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", output, "pipe"],
    timeout: 20_000,
    encoding: "utf8",
  });
  closeSync(output);
  return { status, signal, stderr };
}

it("a log whose disk is full neither ends the process nor keeps it from ending", () => {
  const ended = { signal: null, stderr: "" };
  expect(runWithLog(`log.info("one"); process.exit(3)`, "/dev/full")).toMatchObject({ status: 3, ...ended });
  const goesOn = `log.info("one"); setTimeout(() => { log.info("two"); process.exit(4); }, 50)`;
  expect(runWithLog(goesOn, "/dev/full")).toMatchObject({ status: 4, ...ended });
});

it("a log has each line in its order, however suddenly the process ends", () => {
  const file = path.join(temporaryFolder("log"), "log.txt");
  const many = "for (let no = 0; no < 20_000; no += 1) log.info({ no });";
  expect(runWithLog(`${many} setTimeout(() => { ${many} process.exit(0); }, 5)`, file).status).toBe(0);
  const numbers = readFileSync(file, "utf8").trim().split("\n");
  expect(numbers.map((line) => (JSON.parse(line) as { no: number }).no)).toEqual(
    Array.from({ length: 40_000 }, (_, at) => at % 20_000),
  );
});
