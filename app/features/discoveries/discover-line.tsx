import { lazyPart } from "../../lib/lazy-part.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";

/** Asks for a URL in a portal that has no website yet; every other portal opens its list without the form. */
export const DiscoverLine = lazyPart(
  async () => (await import("./discover-form.tsx")).DiscoverLine,
  <div className="mt-5 flex gap-2 max-md:flex-col">
    <Skeleton className="h-9 flex-1 max-md:h-11 max-md:flex-none" />
    <Skeleton className="h-9 w-40 max-md:w-full" />
  </div>,
);
