/** Widths that `/api/file/{key}?w=` serves: Next's device sizes, and small ones for avatars. */
export const imageWidths = [24, 48, 64, 96, 128, 256, 640, 750, 828, 1080, 1200, 1920, 2048, 3840] as const;

/** Where a file is had; with `width`, one of `imageWidths`, an image scaled down to it. */
export function fileUrl(key: string, { width }: { width?: (typeof imageWidths)[number] } = {}): string {
  return `/api/file/${encodeURIComponent(key)}${width ? `?w=${width}` : ""}`;
}
