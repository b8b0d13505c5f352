import { allGapKinds, type GapKind } from "../../../contract/contract-gaps/contract-gaps.ts";
import { isOneOf } from "../../../contract/narrowing.ts";

export interface GapState {
  kind?: GapKind;
  settled?: boolean;
  page: number;
}

/** What the page shows, as its URL says. */
export function readGapState(searchParams: URLSearchParams): GapState {
  const kind = searchParams.get("kind");
  const page = Number(searchParams.get("page"));
  return {
    ...(isOneOf(allGapKinds, kind) && { kind }),
    ...(searchParams.get("settled") === "1" && { settled: true }),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The URL of a state of the page. */
export function gapPath({ kind, settled, page }: GapState): string {
  const searchParams = new URLSearchParams({
    ...(kind && { kind }),
    ...(settled && { settled: "1" }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/contract-gaps${searchParams.size > 0 ? `?${searchParams}` : ""}`;
}
