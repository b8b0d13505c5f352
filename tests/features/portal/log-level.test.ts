import { expect, it } from "vitest";
import { createLog, partLog, setLogLevel } from "../../../server/log.ts";

it("the level of the log goes for all its parts", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const part = partLog(log, "soketi");
  part.debug("before");
  setLogLevel(log, "debug");
  part.debug("told");
  setLogLevel(log, "info");
  part.debug("after");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ part: "soketi", msg: "told" }]);
});
