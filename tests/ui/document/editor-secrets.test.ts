import { describe, expect, test } from "vitest";
import { findSecrets } from "../../../contract/document/secrets.ts";

const kinds = (text: string) => findSecrets(text).map(({ kind }) => kind);
const filler = (length: number) => "a1B2".repeat(Math.ceil(length / 4)).slice(0, length);

// Put together here, so that no scanner takes this file for a leak.
const secrets: [string, string][] = [
  ["privateKey", `-----BEGIN ${"RSA "}PRIVATE KEY-----\nMIIE`],
  ["privateKey", `-----BEGIN OPENSSH ${"PRIVATE KEY"}-----`],
  ["privateKey", `-----BEGIN PGP ${"PRIVATE KEY"} BLOCK-----`],
  ["token", `AKIA${"ABCDEFGHIJKLMNOP"}`],
  ["token", `ghp_${filler(36)}`],
  ["token", `github_pat_${filler(60)}`],
  ["token", `glpat-${filler(20)}`],
  ["token", `xoxb-${"1234567890"}-${filler(20)}`],
  ["token", `sk_live_${filler(24)}`],
  ["token", `AIza${filler(35)}`],
  ["token", `eyJ${filler(20)}.eyJ${filler(20)}.${filler(30)}`],
  ["token", `Authorization: Bearer ${filler(24)}`],
  ["address", "mysql://root:geheim@db.example/shop"],
  ["address", "https://jana:Sommer24@webmail.example"],
  ["password", "Passwort: Sommer2026!"],
  ["password", "Das Passwort lautet Sommer2026!"],
  ["password", "FTP-Kennwort = hund-katze-7"],
  ["password", "DB_PASSWORD=k3inGeheimnis"],
  ["password", "PIN: 4711"],
  ["password", "api_key: 9f8e7d6c5b4a"],
  ["password", "password: „aB3$kk“"],
];

describe("what looks like a secret", () => {
  test.each(secrets)("%s: %s", (kind, text) => {
    expect(kinds(`Davor steht ${text} und danach noch etwas.`)).toEqual([kind]);
  });

  test("is told with its place", () => {
    const text = "Zugang: jana\nPasswort: Sommer2026!\n";
    const [found] = findSecrets(text);
    expect(text.slice(found?.start, found?.end)).toBe("Passwort: Sommer2026!");
  });

  test("is found once where two signs point at it", () => {
    expect(kinds(`Token: ghp_${filler(36)}`)).toHaveLength(1);
    expect(kinds(`Passwort: Abc12345, PIN: 9931`)).toEqual(["password", "password"]);
  });
});

test.each([
  "Das Passwort steht in Bitwarden.",
  "Passwort: siehe Passwortmanager",
  "Passwort: im Tresor",
  "Passwort: ********",
  "Passwörter: wo sie hingehören",
  "Kennwort: vergessen",
  "password: process.env.DB_PASSWORD",
  "DB_PASSWORD=$DB_PASSWORD",
  "password: <dein Passwort>",
  "Token: {{token}}",
  "Spinne: 4711, Opinion: 12345",
  "https://portal.example/wiki/seite?x=1",
  "mailto:jana@example.de und ssh://git@example.de:22/x",
  "-----BEGIN CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----",
  "Schritt 3: Passwort ändern",
  "sk-wichtig",
])("leaves ordinary text alone: %s", (text) => {
  expect(kinds(text)).toEqual([]);
});

test("takes no longer for hostile text than for any other", () => {
  for (const text of ["passwort".repeat(20_000), "a".repeat(200_000), "x://".repeat(50_000), "api-key ".repeat(30_000)])
    expect(findSecrets(text)).toEqual([]);
});
