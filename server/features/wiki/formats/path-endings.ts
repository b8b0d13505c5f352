/**
 * Where URLs lead that begin at the root of a site of documentation, which in an archive may lie in a folder
 * („website/docs/…“) or be the archive itself: a path is found by its end, if no other one ends like it.
 */
export class PathEndings {
  readonly #byName: ReadonlyMap<string, readonly { stem: string; path: string }[]>;

  constructor(paths: Iterable<string>) {
    const stems = [...paths].map((path) => ({ stem: stemOf(path), path }));
    this.#byName = Map.groupBy(stems, ({ stem }) => stem.slice(stem.lastIndexOf("/") + 1));
  }

  /** The path that this URL means; undefined for none and for more than one. */
  find(url: string): string | undefined {
    const stem = stemOf(url.replace(/^\/+/, ""));
    const parts = stem.split("/");
    const alike = this.#byName.get(parts.at(-1) ?? "") ?? [];
    for (let from = 0; from < parts.length; from++) {
      const end = parts.slice(from).join("/");
      // A single name is too little to go by, unless it lies at the root itself.
      const mayBeInside = from === 0 || from < parts.length - 1;
      const found = alike.filter((one) => one.stem === end || (mayBeInside && one.stem.endsWith(`/${end}`)));
      if (found.length > 0) return found.length === 1 ? found[0]?.path : undefined;
    }
    return undefined;
  }
}

/** A path as sites address it: without the ending of a text, and a folder for its index. */
function stemOf(path: string): string {
  return path
    .replace(/\/+$/, "")
    .replace(/\.(?:md|markdown|html?)$/i, "")
    .replace(/(^|\/)(?:_?index|readme)$/i, "")
    .replace(/\/+$/, "");
}
