import type { PageBelow } from "../hierarchy/position.ts";

/** The folder of files in an export; no page's own folder bears its name. */
const fileFolder = "dateien";

/** Where pages and files lie in an export: pages in folders as the tree has them, files in a folder of their own. */
export class ExportPaths {
  readonly #stems = new Map<string, string>();
  readonly #positions = new Map<string, number>();
  readonly #files = new Map<string, string>();
  readonly #taken = new Set<string>([fileFolder, "index", "style"]);

  constructor(order: readonly Pick<PageBelow, "id" | "parentId" | "title">[]) {
    const counts = new Map<string | null, number>();
    for (const { id, parentId, title } of order) {
      const folder = parentId === null ? undefined : this.#stems.get(parentId);
      const stem = this.#free(`${folder === undefined ? "" : `${folder}/`}${plainName(title)}`);
      this.#stems.set(id, stem);
      const position = (counts.get(parentId) ?? 0) + 1;
      counts.set(parentId, position);
      this.#positions.set(id, position);
    }
  }

  /** The path of a page without its extension; undefined when it does not come along. */
  stemOf(id: string): string | undefined {
    return this.#stems.get(id);
  }

  positionOf(id: string): number {
    return this.#positions.get(id) ?? 1;
  }

  addFile(key: string, filename: string): void {
    if (this.#files.has(key)) return;
    const dot = filename.lastIndexOf(".");
    const [stem, end] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ""];
    this.#files.set(key, this.#free(`${fileFolder}/${plainName(stem)}`, end.replace(/[^\w.]/g, "")));
  }

  get files(): ReadonlyMap<string, string> {
    return this.#files;
  }

  /** The URL of a path of the export from within one of its pages. */
  urlFrom(pageId: string, path: string): string {
    const up = "../".repeat((this.#stems.get(pageId)?.split("/").length ?? 1) - 1);
    return up + path.split("/").map(encodeURIComponent).join("/");
  }

  #free(wanted: string, end = ""): string {
    let path = wanted;
    for (let count = 2; this.#taken.has((path + end).toLowerCase()); count++) path = `${wanted}-${count}`;
    this.#taken.add((path + end).toLowerCase());
    return path + end;
  }
}

/** A name that every file system takes and that needs no escaping in a URL. */
export function plainName(title: string): string {
  const name = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_. -]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const short = [...name].slice(0, 60).join("").trim();
  return !short || /^(con|prn|aux|nul|com\d|lpt\d|index|readme)$/i.test(short) ? `Seite ${short}`.trim() : short;
}
