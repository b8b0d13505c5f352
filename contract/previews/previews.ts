/** How it stands with the picture of a website. */
export const previewStates = {
  none: "Keine",
  working: "In Arbeit",
  current: "Aktuell",
  failed: "Fehlgeschlagen",
} as const;
export type PreviewState = keyof typeof previewStates;

/** What part of a picture may differ until its look counts as another one. */
export const strongChange = 0.25;

export interface PreviewPicture {
  takenAt: Date;
  desktopKey: string;
  /** Null where a phone's picture did not come about. */
  mobileKey: string | null;
}

export interface Preview {
  state: PreviewState;
  /** The last good one, also while a newer one fails. */
  picture: PreviewPicture | null;
  /** Why the last attempt failed. */
  error: string | null;
  triedAt: Date | null;
  /** When the portal takes the next one by itself; null where it does not. */
  nextAt: Date | null;
  /** How many other pictures there are to compare it with. */
  earlier: number;
}

/** The picture of one of many websites. */
export interface PreviewThumb {
  websiteId: string;
  state: PreviewState;
  desktopKey: string | null;
}

/** A picture to compare with others. */
export interface KeptPicture extends PreviewPicture {
  id: string;
  /** How much it differed from the one before, from 0 to 1; null where that was not measured. */
  distance: number | null;
}
