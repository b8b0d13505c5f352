import { useRouteLoaderData } from "@remix-run/react";
import type { Appearance } from "../../contract/settings/appearance.ts";

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
