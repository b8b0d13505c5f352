import { once } from "node:events";
import type { Plugin } from "vite";

const manifest = "\0virtual:remix/server-manifest";

/**
 * Lets the renderer's build, which build-parts.ts runs beside the browser's, wait for that one where it names its files. Both
 * end when the process that wanted them is gone.
 */
export function afterClient({ isSsrBuild = false }): Plugin {
  let clientIsBuilt: Promise<unknown> | undefined;
  return {
    name: "after-client",
    apply: "build",
    enforce: "pre",
    buildStart() {
      const { channel } = process;
      if (!channel) return;
      process.once("disconnect", () => process.exit(1));
      // The channel holds the process only as long as it waits for word.
      if (isSsrBuild) clientIsBuilt = once(process, "message").finally(() => channel.unref());
      else channel.unref();
    },
    async load(id) {
      if (id === manifest) await clientIsBuilt;
      return null;
    },
  };
}
