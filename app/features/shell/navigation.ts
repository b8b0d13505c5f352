import {
  AppWindow,
  BookOpen,
  Building2,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  MessageSquarePlus,
  MonitorSmartphone,
  Search,
  Server,
  Settings2,
} from "lucide-react";

export type NavigationEntry = { label: string; icon: LucideIcon; startsGroup?: boolean } & (
  | { path: string; isExact?: boolean; also?: readonly string[]; opensSearch?: undefined }
  | { opensSearch: true; path?: undefined }
);

/** The ten entries of spec section 2, in their order. */
export const navigation: readonly NavigationEntry[] = [
  { label: "Dashboard", path: "/", also: ["/calendar", "/cost-forecast"], icon: LayoutDashboard, isExact: true },
  { label: "Websites", path: "/websites", also: ["/discover"], icon: AppWindow, startsGroup: true },
  { label: "Domains", path: "/domains", icon: Globe },
  { label: "Hoster", path: "/hosts", also: ["/incidents", "/maintenance"], icon: Server },
  { label: "Kunden", path: "/customers", also: ["/contracts", "/contract-gaps"], icon: Building2 },
  { label: "Geräte", path: "/devices", icon: MonitorSmartphone },
  { label: "Wiki", path: "/wiki", icon: BookOpen, startsGroup: true },
  { label: "Suche", opensSearch: true, icon: Search },
  { label: "Feedback", path: "/feedback", icon: MessageSquarePlus },
  { label: "Einstellungen", path: "/settings", icon: Settings2, isExact: true, startsGroup: true },
];

/** Whether an entry is the place where the person is: by whole path segments, exactly for / and /settings. */
export function isActiveEntry(entry: NavigationEntry, pathname: string): boolean {
  if (!entry.path) return false;
  const here = pathname === "/" ? "/" : pathname.replace(/\/+$/, "");
  return [entry.path, ...(entry.also ?? [])].some(
    (path) => here === path || (!entry.isExact && here.startsWith(`${path}/`)),
  );
}
