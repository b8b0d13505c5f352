import { isKeyOf } from "../../../../contract/narrowing.ts";
import { type PageStatus, pageStatuses } from "../../../../contract/wiki/page-limits.ts";

export interface SearchState {
  query: string;
  parentId?: string;
  status?: PageStatus;
  authorId?: string;
  tagId?: string;
}

const maxLengths = { query: 200, id: 64 };

/** What a URL searches for; what makes no sense there is left out. */
export function readSearch(searchParams: URLSearchParams): SearchState {
  const idOf = (name: string) => searchParams.get(name)?.slice(0, maxLengths.id) || undefined;
  const status = searchParams.get("status");
  const [parentId, authorId, tagId] = [idOf("parent"), idOf("author"), idOf("tag")];
  return {
    query: (searchParams.get("q") ?? "").trim().slice(0, maxLengths.query),
    ...(parentId && { parentId }),
    ...(isKeyOf(pageStatuses, status) && { status }),
    ...(authorId && { authorId }),
    ...(tagId && { tagId }),
  };
}
