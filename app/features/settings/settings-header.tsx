import { Link } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { PageHeader } from "../../ui/page-header.tsx";

interface SettingsHeaderProps {
  title: string;
  /** What lies between the settings and this page. */
  above?: { label: string; path: string };
  actions?: ReactNode;
}

/** The head of a page of the settings, with the way back. */
export function SettingsHeader({ title, above, actions }: SettingsHeaderProps) {
  const way = [{ label: "Einstellungen", path: "/settings" }, ...(above ? [above] : [])];
  return (
    <>
      <nav aria-label="Pfad" className="mb-1.5 text-ui text-text-2">
        {way.map(({ label, path }, index) => (
          <Fragment key={path}>
            {index > 0 && <span aria-hidden="true"> / </span>}
            <Link to={path} className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
              {label}
            </Link>
          </Fragment>
        ))}
      </nav>
      <PageHeader title={title} actions={actions} />
    </>
  );
}
