import path from "node:path";
import type { EvaluatedModules } from "vite/module-runner";
import { builtinEnvironments } from "vitest/runtime";

const root = path.resolve(import.meta.dirname, "../../..");
/** What pages are made of and shown with; what stands behind the procedures takes longer to load than most files of `ui` to run. */
const ofPages = /^\/(app|tests\/ui|tests\/support\/(browser|gallery|wiki))\/(?!(fresh-page|each-page-file)\.ts$)/;

/**
 * Has whoever imports something of a page from here on get it anew, and gives a file that has a document another one, until
 * the returned function is called. A package that keeps the document beside which it was loaded has to be told of this one,
 * such as `userEvent.setup`.
 */
export async function openFreshPage(): Promise<() => Promise<void>> {
  forgetModules(ofPages);
  if (!("document" in globalThis)) return async () => undefined;
  // Vitest replaces what browsers have, and leaves what else is there.
  Reflect.deleteProperty(globalThis, "happyDOM");
  const page = await builtinEnvironments["happy-dom"].setup(globalThis, {});
  return async () => page.teardown(globalThis);
}

/** As `vi.resetModules()`, but only those. */
function forgetModules(which: RegExp): void {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { evaluatedModules: EvaluatedModules } };
  if (!worker) throw new Error("Vitest keeps its modules elsewhere");
  for (const [id, node] of worker.evaluatedModules.idToModuleMap) {
    if (!id.startsWith(root) || !which.test(id.slice(root.length))) continue;
    node.promise = undefined;
    node.exports = undefined;
    node.evaluated = false;
    node.importers.clear();
  }
}
