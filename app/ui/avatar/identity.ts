const COLOURS = [
  "bg-a1 text-a1t",
  "bg-a2 text-a2t",
  "bg-a3 text-a3t",
  "bg-a4 text-a4t",
  "bg-a5 text-a5t",
  "bg-a6 text-a6t",
  "bg-a7 text-a7t",
  "bg-a8 text-a8t",
] as const;

/** The ground and text colour of a thing; the same id has the same colour on every machine. */
export function identityColour(id: string): string {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) as number), 0x01000193);
  // The low bits of this hash hardly differ between ids that end alike.
  return COLOURS[((hash >>> 16) ^ (hash >>> 5)) & 7] as string;
}

/** The first letters of the words of a name, at most three. */
export function initials(name: string): string {
  return name
    .split(/[\s-]+/u)
    .map((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? "")
    .join("")
    .slice(0, 3)
    .toUpperCase();
}
