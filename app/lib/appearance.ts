import { useRouteLoaderData } from "@remix-run/react";

/** How the portal looks at this agency, as the page brought it along. */
export interface Appearance {
  agencyName: string;
  /** Names the version of colours and logo. */
  version: number;
  hasLogo: boolean;
  hasColor: boolean;
  timeZone: string;
}

/** What the settings say of the portal's looks; undefined on a page that failed before it knew. */
export function useAppearance(): Appearance | undefined {
  return useRouteLoaderData<{ appearance: Appearance }>("root")?.appearance;
}

/** Where the agency's own colours are. */
export function appearanceStyle({ version }: Appearance): string {
  return `/api/appearance/style.css?v=${version}`;
}

/** Where the agency's logo is; undefined without one. */
export function logoUrl(appearance: Appearance | undefined): string | undefined {
  return appearance?.hasLogo ? `/api/appearance/logo?v=${appearance.version}` : undefined;
}
