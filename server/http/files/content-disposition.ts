/** A Content-Disposition after RFC 6266: a name in ASCII for all, the real one in UTF-8 for those who read it. */
export function contentDisposition(kind: "inline" | "attachment", filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const extended = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extended}`;
}
