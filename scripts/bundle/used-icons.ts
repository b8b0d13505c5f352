import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const root = path.resolve(import.meta.dirname, "../..");
const list = "/lucide-react/dist/esm/lucide-react.mjs";
const icon = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
/** The lines of an icon never change their order. Random letters are what compresses least. */
const keys = /,\s*key: "[^"]*"/g;
const make = "/lucide-react/dist/esm/createLucideIcon.mjs";
const drawn = JSON.stringify(path.join(root, "app/ui/drawn-icon.ts"));

/**
 * Shortens the list of all icons to those that the sources name. The bundles are the same without it, but every one of
 * 1,700 files would be read, parsed and looked through first, in both builds. Takes the keys out of their lines, and has
 * the portal's own code make icons of them.
 */
export function usedIcons(): Plugin {
  return {
    name: "used-icons",
    apply: "build",
    load(id) {
      if (id.endsWith(make)) return `export { default } from ${drawn};`;
      if (!id.endsWith(list)) return null;
      const used = namesInSources();
      const isNeeded = (line: string) => {
        const [, names] = /^export \{([^}]*)\} from '\.\/icons\//.exec(line) ?? [];
        return names === undefined || names.split(",").some((name) => used.has(name.trim().split(" as ").at(-1) ?? ""));
      };
      const lines = readFileSync(id, "utf8").split("\n").filter(isNeeded);
      // The one export that holds all of them.
      return lines.filter((line) => !/\bindex\b/.test(line)).join("\n");
    },
    transform: (code, id) => (icon.test(id) ? { code: code.replace(keys, ""), map: null } : null),
  };
}

function namesInSources(): Set<string> {
  const sources = globSync("app/**/*.{ts,tsx}", { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), "utf8"),
  );
  return new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/\{([^}]*)\}\s*from\s*"lucide-react"/g)].flatMap(([, names = ""]) =>
        names.split(",").map((name) => name.trim().split(" as ")[0] ?? ""),
      ),
    ),
  );
}
