const name = "techcenter.feedback";
const year = 365 * 24 * 3600;

/** Keeps the way in which this browser looks at feedback where the server can read it. */
export function rememberLayout(layout: "list" | "board" | "roadmap"): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${layout}; path=/; max-age=${year}; samesite=lax`;
}

/** Where feedback opens for whoever asks without saying how: as it was left, at first on the board. */
export function rememberedPath(request: Request): string {
  const kept = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(request.headers.get("Cookie") ?? "")?.[1];
  if (kept === "list") return "/feedback";
  return kept === "roadmap" ? "/feedback/roadmap" : "/feedback/board";
}
