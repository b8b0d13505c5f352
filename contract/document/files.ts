const fileKey = /^[\w-]{1,64}$/;

/** Whether this may be the key of an uploaded file. */
export function isFileKey(key: unknown): key is string {
  return typeof key === "string" && fileKey.test(key);
}

/** The widths in which a picture of a document may be shown, as the editor's handle sets them. */
export const imageWidthLimits = { min: 24, max: 3840 } as const;

/** Where an uploaded file is had. */
export function documentFileUrl(key: string): string {
  return `/api/file/${encodeURIComponent(key)}`;
}

/** The attribute under which a block keeps the key of its file. */
export const fileKeyAttribute = {
  default: null,
  parseHTML: (element: Element) => element.getAttribute("data-file-key"),
  renderHTML: ({ key }: Record<string, unknown>) => ({ "data-file-key": key }),
};
