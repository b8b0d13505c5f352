import { randomBytes } from "node:crypto";
import { isEqual, sign } from "./tokens.ts";

/**
 * A browser in which somebody has signed in before. Its cookie is a random name and a signed mark for each account, the
 * latest first; whoever guesses at an account elsewhere has none, so their failures are counted apart from its person's.
 * A mark counts in the epoch of the account in which it was made: a stolen cookie is worth nothing after a new password.
 */
const maxAccounts = 5;
const shape = /^([\w-]{16})((?:\.[\w-]{43})+)$/;

/** Whose browser it is, and in which epoch of their account. */
export interface DeviceOwner {
  id: string;
  accessEpoch: number;
}

function markOf(name: string, { id, accessEpoch }: DeviceOwner, signingKey: string): string {
  // The first epoch is not named: its marks are older than epochs.
  return sign(accessEpoch === 0 ? `device:${name}:${id}` : `device:${name}:${id}:${accessEpoch}`, signingKey);
}

/** The name of a browser in which a person has signed in before; undefined for every other. */
export function knownDevice(cookie: string | undefined, owner: DeviceOwner, signingKey: string): string | undefined {
  const [, name, marks = ""] = shape.exec(cookie ?? "") ?? [];
  if (!name) return undefined;
  const own = markOf(name, owner, signingKey);
  return marks.split(".").some((mark) => isEqual(mark, own)) ? name : undefined;
}

/** What the cookie of a browser holds once a person has signed in there. */
export function rememberDevice(cookie: string | undefined, owner: DeviceOwner, signingKey: string): string {
  const [, name = randomBytes(12).toString("base64url"), known = ""] = shape.exec(cookie ?? "") ?? [];
  const own = markOf(name, owner, signingKey);
  const former = markOf(name, { ...owner, accessEpoch: owner.accessEpoch - 1 }, signingKey);
  const others = known.split(".").filter((mark) => mark !== "" && mark !== own && mark !== former);
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
