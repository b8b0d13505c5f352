export const secretKinds = ["privateKey", "token", "address", "password"] as const;
export type SecretKind = (typeof secretKinds)[number];

export interface FoundSecret {
  kind: SecretKind;
  /** Where it lies in the text that was searched. */
  start: number;
  end: number;
}

export const secretLabels: Record<SecretKind, string> = {
  privateKey: "Privater Schlüssel",
  token: "Zugangsschlüssel",
  address: "Adresse mit Passwort",
  password: "Passwort",
};

/** What words such as „Passwort:“ announce without giving it away. */
const harmlessValue =
  /^(?:siehe|steht|liegt|im|in|bei|beim|von|wird|ist|und|oder|nicht|kein|keine|neu|neues|ändern|geändert|vergessen|passwort\S*|pass\S*manager|bitwarden|1password|keepass\S*|vault|tresor|see|in|the|is|not|none|null|undefined|true|false|string|required|secret|changeme|example|\.{2,}|…|[*•x_-]{2,}|<.*|\{.*|\[.*|\$.*|%.*|process\.\S*|env\S*|getenv\S*)$/iu;

const patterns: { kind: SecretKind; pattern: RegExp; value?: number }[] = [
  { kind: "privateKey", pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g },
  { kind: "privateKey", pattern: /\bPuTTY-User-Key-File-\d:/g },
  { kind: "privateKey", pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g },
  { kind: "token", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: "token", pattern: /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g },
  { kind: "token", pattern: /\bgithub_pat_[A-Za-z0-9_]{22,255}/g },
  { kind: "token", pattern: /\bglpat-[A-Za-z0-9_-]{18,}/g },
  { kind: "token", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: "token", pattern: /\bhttps:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{20,}/g },
  { kind: "token", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: "token", pattern: /\bwhsec_[A-Za-z0-9+/=]{20,}/g },
  { kind: "token", pattern: /\bsk-(?:[A-Za-z0-9]{1,12}-)?[A-Za-z0-9_-]{20,}/g },
  { kind: "token", pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: "token", pattern: /\bya29\.[A-Za-z0-9_-]{20,}/g },
  { kind: "token", pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}/g },
  { kind: "token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "token", pattern: /\bdop_v1_[a-f0-9]{64}\b/g },
  { kind: "token", pattern: /\bdckr_pat_[A-Za-z0-9_-]{20,}/g },
  { kind: "token", pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  {
    kind: "token",
    pattern: /\bAuthorization:[ \t]{0,4}(?:Bearer|Basic)[ \t]{1,4}([A-Za-z0-9+/=._~-]{12,})/gi,
    value: 1,
  },
  { kind: "address", pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:([^\s/@]{3,200})@[^\s/@]/gi, value: 1 },
  {
    kind: "password",
    pattern:
      /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}]{0,20}[-_]?)?(?:passwort|passwörter|kennwort|password|passwd|passphrase|pwd|pw|pin|puk)(?:[ \t]{1,3}(?:lautet|ist))?[ \t]{0,3}(?:[:=]|(?<=lautet|ist))[ \t]{0,3}["'„“`]?([^\s"'“`]{4,200})/giu,
    value: 1,
  },
  {
    kind: "password",
    pattern:
      /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}]{0,20}[-_ ]?)?(?:api[-_ ]?key|apikey|secret(?:[-_ ]?key)?|access[-_ ]?(?:key|token)|auth[-_ ]?token|token|zugangsdaten|zugangsschlüssel)[ \t]{0,3}[:=][ \t]{0,3}["'„“`]?([^\s"'“`]{8,200})/giu,
    value: 1,
  },
];

/**
 * What in a text looks like a password, a private key or a key to somebody's interface, in the order of the text and
 * without overlaps. Guesses: it misses what nothing announces, and a person may know better.
 */
export function findSecrets(text: string): FoundSecret[] {
  const found = patterns.flatMap(({ kind, pattern, value }) =>
    [...text.matchAll(pattern)]
      .filter((match) => value === undefined || isLikely(kind, match[value] ?? ""))
      .map((match): FoundSecret => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let free = 0;
  return found.filter(({ start, end }) => {
    if (start < free) return false;
    free = end;
    return true;
  });
}

function isLikely(kind: SecretKind, announced: string): boolean {
  const value = announced.replace(/[.,;:!?)\]}…]+$/u, "");
  if (value.length < 4 || harmlessValue.test(value)) return false;
  if (kind !== "password") return true;
  // A word of running text says what to do with a password; a password mixes kinds of characters.
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(value)).length;
  return /\p{N}/u.test(value) || kinds >= 3 || (kinds === 2 && /[^\p{L}\p{N}.,-]/u.test(value));
}
