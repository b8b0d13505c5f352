import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { removeKilledBuilds } from "../../../scripts/build-folders.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

it("what a killed build left goes with the next one; a build that runs keeps its own", () => {
  const root = temporaryFolder("project");
  // More than Linux ever gives.
  const gone = 2 ** 22 + 1;
  const running = process.pid;
  const kept = ["build", `build.${running}`, `build.${running}.former`, "build.old", "builders"];
  for (const name of [...kept, `build.${gone}`, `build.${gone}.former`])
    mkdirSync(path.join(root, name, "client"), { recursive: true });
  removeKilledBuilds(root);
  expect(readdirSync(root).toSorted()).toEqual(kept.toSorted());
});
