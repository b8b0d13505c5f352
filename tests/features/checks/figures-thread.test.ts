import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openFiguresThread } from "../../../server/features/checks/figures-thread.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

it("is not there before the checker has stored anything", async () => {
  let hasFigures = false;
  let threads = 0;
  const countThread = () => {
    threads += 1;
  };
  process.on("worker", countThread);
  onTestFinished(() => void process.off("worker", countThread));
  // Without a database it fails as soon as it is there.
  const place = { dataDir: path.join(temporaryFolder("figures"), "none") };
  const thread = openFiguresThread(place, () => hasFigures);
  expect([await thread.write(), await thread.write(), threads]).toEqual([[], [], 0]);
  hasFigures = true;
  await expect(thread.write()).rejects.toThrow();
  expect(threads).toBe(1);
  await thread.stop();
});
