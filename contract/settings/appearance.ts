/** How the portal looks at this agency: what every page needs of the settings before anything is drawn. */
export interface Appearance {
  agencyName: string;
  /** Names the version of colours and logo. */
  version: number;
  hasLogo: boolean;
  hasColor: boolean;
  timeZone: string;
}
