import { createRequire } from "node:module";

/**
 * A module that is read with its first use, for what no start needs and is used where nobody waits; elsewhere a dynamic
 * import does the same. `from` is the `import.meta.url` of whoever uses it.
 */
export function lazyModule<Module>(from: string, specifier: string): () => Module {
  let loaded: Module | undefined;
  return () => {
    loaded ??= createRequire(from)(specifier) as Module;
    return loaded;
  };
}
