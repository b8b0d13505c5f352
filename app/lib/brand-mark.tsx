import { Mark } from "../ui/brand.tsx";
import { logoUrl, useAppearance } from "./appearance.ts";

/** The agency's logo, or the portal's own; beside words or in a link that has a name. */
export function BrandMark() {
  const logo = logoUrl(useAppearance());
  if (!logo) return <Mark title="" />;
  return <img src={logo} alt="" className="max-h-9 max-w-14 rounded-4 object-contain" />;
}
