import { useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { prefetchedModule, useLazyModule } from "../../ui/overlays/lazy-module.ts";

const bars = prefetchedModule(() => import("./incident-bars.tsx"));

/** On top of every page: the open incidents that concern the person. The page of an incident tells of it by itself. */
export function IncidentBanner() {
  const { pathname } = useLocation();
  const { data = [] } = useQuery(useTRPC().incident.banners.queryOptions({}));
  const shown = data.filter(({ id }) => !pathname.startsWith(`/incidents/${id}`));
  const Bars = useLazyModule(bars, shown.length > 0);
  if (shown.length === 0 || !Bars) return null;
  return <Bars.IncidentBars incidents={shown} isWide={pathname === "/"} />;
}
