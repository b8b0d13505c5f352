/** A name that no other has, for what this browser is about to create. Without TLS a browser has `getRandomValues`, but no `randomUUID`. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
