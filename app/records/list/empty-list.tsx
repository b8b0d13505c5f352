import { Link } from "@remix-run/react";
import { Plus, Upload } from "lucide-react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { isListType } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { EmptyState, type Way } from "../../ui/placeholders/empty-state.tsx";

/** A portal without a single record of this type: what is missing, and the ways in. */
export function EmptyList({ declaration: { labels, path, type } }: { declaration: Declaration }) {
  const role = useRole();
  const ways: Way[] = [];
  if (isListType(type) && hasAbility(role, "importRecords"))
    ways.push({
      icon: Upload,
      title: "Liste importieren",
      text: "CSV, XLSX oder einfach eingefügte Zeilen",
      href: `/import?type=${type}`,
    });
  if (hasAbility(role, "editRecords"))
    ways.push({ icon: Plus, title: `${labels.one} anlegen`, text: "Einzeln, von Hand", href: `${path}/new` });
  return (
    <EmptyState
      title={labels.emptyTitle}
      text={labels.emptyText}
      ways={ways}
      className="mt-16 md:mt-[104px]"
      renderLink={(href, link) => (
        <Link key={href} to={href} className={link.className}>
          {link.children}
        </Link>
      )}
    />
  );
}
