/** Where the picture of a person lies, small enough for every avatar on a dense screen; undefined without a picture. */
export function avatarUrl(imageKey: string | null | undefined): string | undefined {
  return imageKey ? `/api/file/${encodeURIComponent(imageKey)}?w=128` : undefined;
}
