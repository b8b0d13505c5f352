import type { PageCrumb } from "../../../../contract/wiki/page-rows.ts";
import { pagePath } from "../page-path.ts";

/** The name under which a URL carries which link of a page is meant. */
export const linkTargetName = "at";

/** A page at the place of one of its links: a URL, or the id of what it mentions. */
export function linkTargetPath(page: Pick<PageCrumb, "id" | "title">, link: string): string {
  return `${pagePath(page)}?${new URLSearchParams({ [linkTargetName]: link })}`;
}
