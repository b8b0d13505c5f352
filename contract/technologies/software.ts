/** How up to date something is, the worst first. */
export const updateStates = {
  unsupported: "Ohne Support",
  security: "Sicherheitsupdate",
  update: "Update verfügbar",
  current: "Aktuell",
  unknown: "Version unbekannt",
} as const;
export type UpdateState = keyof typeof updateStates;

export const phpSupports = {
  ended: "Ohne Support",
  ending: "Endet in 6 Monaten",
  supported: "Unterstützt",
} as const;
export type PhpSupport = keyof typeof phpSupports;

/** What a version is compared with. */
export interface SoftwareState {
  state: UpdateState;
  /** The version to update to. */
  latest: string | null;
  /** `YYYY-MM-DD` on which support ends or has ended. */
  supportedUntil: string | null;
}
