import { Link, useLocation } from "@remix-run/react";
import { Tabs } from "../../ui/tabs.tsx";

/** The tabs of the own account; `path` follows /users/{id}. */
const tabs = [
  { label: "Profil", path: "" },
  { label: "Sicherheit", path: "/security" },
  { label: "Benachrichtigungen", path: "/notifications" },
  { label: "Darstellung", path: "/appearance" },
  { label: "API-Token", path: "/api" },
] as const;

export function UserTabs({ id }: { id: string }) {
  const { pathname } = useLocation();
  const items = tabs.map(({ label, path }) => {
    const address = `/users/${id}${path}`;
    return { label, address, current: pathname.replace(/\/+$/, "") === address };
  });
  return (
    <Tabs
      label="Konto"
      items={items}
      className="mt-6"
      renderLink={({ address }, link) => <Link to={address} preventScrollReset {...link} />}
    />
  );
}
