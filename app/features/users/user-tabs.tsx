import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { hasAbility, type Role } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Tabs } from "../../ui/tabs.tsx";

/** The tabs of the own account; `path` follows /users/{id}. */
const ownTabs = [
  { label: "Profil", path: "" },
  { label: "Sicherheit", path: "/security" },
  { label: "Benachrichtigungen", path: "/notifications" },
  { label: "Darstellung", path: "/appearance" },
  { label: "Meine Geräte", path: "/devices" },
  { label: "Meine Aufgaben", path: "/tasks" },
  { label: "API-Token", path: "/api" },
  { label: "Kalender-Feeds", path: "/calendar" },
  { label: "Aktivität", path: "/activity" },
];

/** Of a colleague's account, what a role may see. */
function tabsOfOthers(role: Role): typeof ownTabs {
  return [
    { label: "Profil", path: "" },
    ...(hasAbility(role, "seeDevicesOfPeople") ? [{ label: "Geräte", path: "/devices" }] : []),
    ...(hasAbility(role, "seeTasksOfPeople") ? [{ label: "Aufgaben", path: "/tasks" }] : []),
    ...(hasAbility(role, "manageUsers") ? [{ label: "Aktivität", path: "/activity" }] : []),
  ];
}

export function UserTabs({ id, isOwn }: { id: string; isOwn: boolean }) {
  const { pathname } = useLocation();
  const role = useRole();
  const frame = useRef<HTMLDivElement>(null);
  const here = pathname.replace(/\/+$/, "");
  const tabs = isOwn ? ownTabs : tabsOfOthers(role);
  const items = tabs.map(({ label, path }) => {
    const to = `/users/${id}${path}`;
    return { label, to, current: here === to };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is another one with another URL
  useEffect(() => {
    const nav = frame.current?.querySelector("nav");
    const current = nav?.querySelector<HTMLElement>('[aria-current="page"]');
    // On a phone the row is longer than the screen.
    if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  }, [here]);
  if (items.length < 2) return null;
  return (
    <div ref={frame} className="relative mt-6 max-md:-mx-gutter">
      <Tabs
        label="Konto"
        items={items}
        className="max-md:px-gutter"
        renderLink={({ to }, link) => <Link to={to} preventScrollReset {...link} />}
      />
    </div>
  );
}
