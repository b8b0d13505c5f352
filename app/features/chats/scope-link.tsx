import { Link } from "@remix-run/react";
import type { TabLink } from "../../ui/tabs.tsx";

export function ScopeLink({ to, ...link }: TabLink & { to: string }) {
  return <Link to={to} preventScrollReset {...link} />;
}
