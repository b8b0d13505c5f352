import { type ResolveFnOutput, type ResolveHookSync, registerHooks } from "node:module";

/**
 * Resolves imports in a fraction of Node's time until the returned function is called: a path that names its file is
 * taken at its word, and a package that is imported by name is looked up once. Without it, a start spends a fifth of its
 * time on asking the file system thousands of times what stands in the import already. What does not exist still fails,
 * when it is read.
 */
export function quickenImports(): () => void {
  const packages = new Map<string, ResolveFnOutput>();
  const resolve: ResolveHookSync = (specifier, context, next) => {
    const { parentURL, conditions } = context;
    if (parentURL === undefined || conditions.includes("require")) return next(specifier, context);
    if (specifier.startsWith(".")) return resolvePath(specifier, parentURL) ?? next(specifier, context);
    // Packages may bring versions of their own of what they import.
    if (parentURL.includes("/node_modules/")) return next(specifier, context);
    const known = packages.get(specifier);
    if (known) return known;
    const found = { ...next(specifier, context), shortCircuit: true };
    packages.set(specifier, found);
    return found;
  };
  const hooks = registerHooks({ resolve });
  return () => hooks.deregister();
}

/** Undefined for what is not written out as the file it means. */
function resolvePath(specifier: string, parentURL: string): ResolveFnOutput | undefined {
  if (specifier.endsWith(".ts"))
    return { url: new URL(specifier, parentURL).href, format: "module-typescript", shortCircuit: true };
  // Which kind of module it is, Node finds out from the package.
  if (specifier.endsWith(".js")) return { url: new URL(specifier, parentURL).href, shortCircuit: true };
  return undefined;
}
