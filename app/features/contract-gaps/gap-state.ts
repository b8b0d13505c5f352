import { allGapKinds, type GapKind } from "../../../contract/contract-gaps/contract-gaps.ts";
import { isOneOf } from "../../../contract/narrowing.ts";

export interface GapState {
  kind?: GapKind;
  settled?: boolean;
  page: number;
}

/** What the page shows, as its address says. */
export function readGapState(address: URLSearchParams): GapState {
  const kind = address.get("kind");
  const page = Number(address.get("page"));
  return {
    ...(isOneOf(allGapKinds, kind) && { kind }),
    ...(address.get("settled") === "1" && { settled: true }),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The address of a state of the page. */
export function gapAddress({ kind, settled, page }: GapState): string {
  const address = new URLSearchParams({
    ...(kind && { kind }),
    ...(settled && { settled: "1" }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/contract-gaps${address.size > 0 ? `?${address}` : ""}`;
}
