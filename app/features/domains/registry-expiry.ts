/** Endings whose registry tells nobody when a registration ends. */
const unpublished = new Set(["de", "eu", "ею", "ευ", "at", "ch", "li", "nl", "be"]);

/** Whether the registry of an ending, such as `de` or `co.at`, publishes the date on which a registration ends. */
export function publishesExpiry(tld: string): boolean {
  return !unpublished.has(tld.split(".").at(-1) ?? "");
}
