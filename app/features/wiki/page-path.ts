import { slugOf } from "../../../contract/document/slug.ts";

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=-|$)/;

/** Where a page lies: by its id, with its title behind it for people. */
export function pagePath({ id, title }: { id: string; title: string }): string {
  const slug = slugOf(title);
  return `/wiki/${id}${slug && `-${slug}`}`;
}

/** The id in the last part of a page's URL; undefined where there is none. */
export function pageIdOf(part: string | undefined): string | undefined {
  return part?.match(idPattern)?.[0];
}
