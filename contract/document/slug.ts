/** What stands before the anchor of a heading, so that no heading takes the id of a part of the page. */
export const headingAnchorPrefix = "abschnitt-";

const spelled: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "oe", å: "aa" };

/** A heading as the end of an address: „Größe & Länge“ is „groesse-laenge“; empty if no letter or digit is in it. */
export function slugOf(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüßæøå]/g, (letter) => spelled[letter] ?? "")
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, (run) => (/[^\p{M}]/u.test(run) ? "-" : ""))
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
}
