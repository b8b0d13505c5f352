import { randomBytes } from "node:crypto";
import { isEqual, sign } from "./tokens.ts";

/**
 * A browser in which somebody has signed in before. Its cookie is a random name and a signed mark for each account, the
 * latest first; whoever guesses at an account elsewhere has none, so their failures are counted apart from its person's.
 */
const maxAccounts = 5;
const shape = /^([\w-]{16})((?:\.[\w-]{43})+)$/;

const markOf = (name: string, userId: string, signingKey: string) => sign(`device:${name}:${userId}`, signingKey);

/** The name of a browser in which a person has signed in before; undefined for every other. */
export function knownDevice(cookie: string | undefined, userId: string, signingKey: string): string | undefined {
  const [, name, marks = ""] = shape.exec(cookie ?? "") ?? [];
  if (!name) return undefined;
  const own = markOf(name, userId, signingKey);
  return marks.split(".").some((mark) => isEqual(mark, own)) ? name : undefined;
}

/** What the cookie of a browser holds once a person has signed in there. */
export function rememberDevice(cookie: string | undefined, userId: string, signingKey: string): string {
  const [, name = randomBytes(12).toString("base64url"), known = ""] = shape.exec(cookie ?? "") ?? [];
  const own = markOf(name, userId, signingKey);
  const others = known.split(".").filter((mark) => mark !== "" && mark !== own);
  return [name, own, ...others].slice(0, maxAccounts + 1).join(".");
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Browser and system of a User-Agent in a few words; the order of the patterns matters, for browsers claim to be others. */
export function deviceLabel(userAgent: string | null | undefined): string {
  if (!userAgent) return "Unbekanntes Gerät";
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser} auf ${system}`;
  return browser ?? system ?? "Unbekanntes Gerät";
}
