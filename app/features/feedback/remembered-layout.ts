export const feedbackLayouts = ["list", "board", "roadmap"] as const;
export type FeedbackLayout = (typeof feedbackLayouts)[number];

const name = "techcenter.feedback";
const year = 365 * 24 * 3600;
const asLayout = (text: string | null | undefined) => feedbackLayouts.find((layout) => layout === text);

/** Keeps the way in which this browser looks at feedback where the server can read it. */
export function rememberLayout(layout: FeedbackLayout): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${layout}; path=/; max-age=${year}; samesite=lax`;
}

/**
 * How feedback opens: as the address says; as the list where it asks for what only a list shows; else as this browser
 * was left, at first as the board.
 */
export function layoutOf(request: Request): FeedbackLayout {
  const { searchParams } = new URL(request.url);
  const named = asLayout(searchParams.get("layout"));
  if (named) return named;
  if (asksForList(searchParams)) return "list";
  const kept = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(request.headers.get("Cookie") ?? "")?.[1];
  return asLayout(kept) ?? "board";
}

/** Whether an address asks for what only the list shows. */
export function asksForList(address: URLSearchParams): boolean {
  return [...address.keys()].some((key) => key !== "layout" && !isOfBoard(key));
}

/** Whether the board knows a part of the address: the search and every filter but that for its own columns. */
const isOfBoard = (key: string) => key === "q" || (/^f\[.+\]$/.test(key) && key !== "f[status]");

/** Where feedback is looked at in another way, narrowed by what means something in all of them. */
export function layoutAddress(address: URLSearchParams, layout: FeedbackLayout): string {
  const shared = [...address].filter(([key]) => isOfBoard(key));
  return `/feedback?${new URLSearchParams([["layout", layout], ...shared])}`;
}
