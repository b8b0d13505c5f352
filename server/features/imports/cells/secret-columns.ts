import type { Cell, ImportColumn } from "../../../../contract/imports/imports.ts";
import type { Declaration } from "../../../../contract/records/declaration.ts";
import { headingKey, knownHeadings } from "../columns/headings.ts";

/** What headings of passwords, keys and codes are called in German and in English. */
const secrets = [
  /pass(word|wort|wd|phrase|code)/,
  /(?<!com|by)pass$/,
  /kennwort|zugangscode|zugangsdaten|credential/,
  /pwd|^pw$|(ftp|ssh|db|sql|admin|user|wp|http)pw$/,
  /secret|geheim/,
  /token|apikey|privatekey|sshkey|secretkey|licen[sc]ekey/,
  /auth(info|code)|transfercode|eppcode/,
  /securityid|uniqueid|uniquesecurityid/,
  /^(pin|puk|pin\d|puk\d|simpin)$/,
  /recoverycode|wiederherstellungscode|backupcode/,
];

/** Whether a column is called like what must not be stored; a field's own headings mean the field. */
export function looksSecret(declaration: Declaration, heading: string): boolean {
  const key = headingKey(heading);
  return !knownHeadings(declaration).has(key) && secrets.some((pattern) => pattern.test(key));
}

/** The cells of a row as they may be stored. */
export function withoutSecrets(columns: readonly ImportColumn[], cells: readonly Cell[]): Cell[] {
  return cells.map((cell, at) => (columns[at]?.isSecret ? "" : cell));
}
