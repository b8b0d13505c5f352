/** The portal's name to others: in their logs, and in a robots.txt that keeps it away. */
export const robotName = "MEDIUM-TechCenter";

let explainedAt: string | undefined;

/** Has this process tell whom it visits where that is explained; an address that nobody has set is left out. */
export function setPublicUrl(publicUrl: URL | string | undefined): void {
  explainedAt = publicUrl ? new URL("bot", publicUrl).href : undefined;
}

/** How the portal calls itself in every request (product.md 2.0.7). */
export const userAgent = (): string => `${robotName}/1.0${explainedAt ? ` (+${explainedAt})` : ""}`;
