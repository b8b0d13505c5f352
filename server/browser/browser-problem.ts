import type { CauseCode } from "../../contract/checks/causes.ts";

/** Why no page of others can be opened at all. */
export type OffReason = "missing" | "system" | "tools" | "sandbox" | "failed";

/** What „System“ says about it, and what whoever runs the host can do. */
export const offTexts: Readonly<Record<OffReason, { value: string; advice: string }>> = {
  missing: {
    value: "Kein Browser gefunden",
    advice:
      "Installiere Chromium („apt install chromium“) oder nenne einen mit CHROMIUM_PATH; ohne ihn gibt es keine Vorschaubilder, alles andere geht.",
  },
  system: {
    value: "Auf diesem Betriebssystem nicht möglich",
    advice: "Fremde Seiten werden nur unter Linux geöffnet, wo sie vom Portal abgeschottet sind.",
  },
  tools: {
    value: "setpriv oder unshare fehlt",
    advice:
      "Installiere das Paket „util-linux“: Damit läuft der Browser abgeschottet von den Daten des Portals. Ohne das öffnet er keine fremden Seiten.",
  },
  sandbox: {
    value: "Die Sandbox des Browsers startet nicht",
    advice:
      "Der Rechner erlaubt keine User-Namespaces. Was zu tun ist, steht im Handbuch unter „A browser for the pages of others“ (docs/operations.md). Ohne Sandbox öffnet das Portal keine fremden Seiten.",
  },
  failed: {
    value: "Der Browser startet nicht",
    advice: "Das Log nennt den Grund. Ist Chromium beschädigt, installiere es neu.",
  },
};

/** What shows only when the browser is started, and may be over by the next time. */
export const isWorthTrying = (reason: OffReason) => reason === "sandbox" || reason === "failed";

/** The browser cannot be started; nothing is wrong with the page. */
export class BrowserOff extends Error {
  override name = "BrowserOff";
  readonly reason: OffReason;

  constructor(reason: OffReason, cause?: unknown) {
    super(offTexts[reason].value, { cause });
    this.reason = reason;
  }
}

/**
 * Why a page could not be opened or read. Where several pages together took too much memory it is `crowded`: which of them
 * did shows when each is opened alone.
 */
export type VisitCode = CauseCode | "crashed" | "tooSlow" | "stopped" | "tooMuchMemory" | "crowded";

/** A page that could not be looked at; the message is for people. */
export class VisitProblem extends Error {
  override name = "VisitProblem";
  readonly code: VisitCode;

  constructor(message: string, code: VisitCode, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
