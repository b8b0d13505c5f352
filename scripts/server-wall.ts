import path from "node:path";
import type { Plugin } from "vite";

const root = path.resolve(import.meta.dirname, "..");
const inside = (folder: string, file: string) => file.startsWith(path.join(root, folder) + path.sep);

/**
 * Refuses every run-time import of `server/` or `migrations/` from `app/` or `contract/`, in dev and build.
 * Type imports vanish before this plugin sees them.
 */
export function serverWall(): Plugin {
  return {
    name: "server-wall",
    enforce: "pre",
    resolveId(source, importer) {
      // Only a path leads out of `app/`. Resolving it is left to Vite: asking for every import twice costs seconds of a build.
      if (!importer || !/^[./]/.test(source) || importer.endsWith(".html")) return null;
      const from = importer.split("?")[0] ?? importer;
      if (!inside("app", from) && !inside("contract", from)) return null;
      const file = path.resolve(path.dirname(from), source.split("?")[0] ?? source);
      if (!inside("server", file) && !inside("migrations", file)) return null;
      throw new Error(
        `${path.relative(root, from)} imports ${path.relative(root, file)}: browser code may import types only from server/. ` +
          "Use `import type`, the tRPC client, or the load context.",
      );
    },
  };
}
