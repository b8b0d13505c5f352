import type { PageCrumb } from "../../../../contract/wiki/page-rows.ts";
import { pageAddress } from "../page-address.ts";

/** The name under which an address carries which link of a page is meant. */
export const linkTargetName = "at";

/** A page at the place of one of its links: an address, or the id of what it mentions. */
export function linkTargetAddress(page: Pick<PageCrumb, "id" | "title">, link: string): string {
  return `${pageAddress(page)}?${new URLSearchParams({ [linkTargetName]: link })}`;
}
