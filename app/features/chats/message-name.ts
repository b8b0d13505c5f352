/** A name for a message that no other has. Without TLS a browser has `getRandomValues`, but no `randomUUID`. */
export function newMessageName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
