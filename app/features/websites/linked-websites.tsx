import { linksOf } from "../../../contract/records/read-value.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { RecordsOf } from "../../records/related/records-of.tsx";
import { useRecordsOf } from "../../records/related/use-records-of.ts";
import { FieldValue, RecordLink } from "../../records/values/field-value.tsx";
import { withoutScheme } from "../../records/values/format-value.ts";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { StatusValue } from "../checks/record-values.tsx";

interface LinkedWebsitesProps {
  record: RecordRow;
  /** The field by which a website names the record, each time in a role. */
  field: "domains" | "hosts";
}

/** The websites of a domain or host: what it is to them, whose they are, and how they are doing. */
export function LinkedWebsites({ record, field }: LinkedWebsitesProps) {
  const found = useRecordsOf("website", field, record.id, { orderBy: [{ field: "name" }] });
  return (
    <Section title="Websites">
      <RecordsOf found={found} empty="Noch keine Website. Ordne sie auf der Seite der Website zu.">
        {(rows) => (
          <ul>
            {rows.map((website) => (
              <Row key={website.id} website={website} roles={rolesOf(website, field, record.id)} />
            ))}
          </ul>
        )}
      </RecordsOf>
    </Section>
  );
}

function Row({ website, roles }: { website: RecordRow; roles: readonly string[] }) {
  const { url, customerId } = valuesOf(websites, website);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 text-ui">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-550 max-md:[&_a]:py-2.5">
          <RecordLink to="website" value={{ id: website.id, label: website.title }} />
          {roles.map((role) => (
            <Tag key={role}>{role}</Tag>
          ))}
        </p>
        {url && <p className="text-note text-text-3 [overflow-wrap:anywhere]">{withoutScheme(url)}</p>}
      </div>
      <span className="w-48 min-w-0 [overflow-wrap:anywhere] max-md:w-auto max-md:[&_a]:inline-block max-md:[&_a]:py-3">
        <FieldValue field={websites.fields.customerId} value={customerId} />
      </span>
      <span className="w-44">
        <StatusValue record={website} variant="cell" />
      </span>
    </li>
  );
}

/** „Hauptdomain“, „Datenbank“: what the record is to a website. */
function rolesOf(website: RecordRow, field: "domains" | "hosts", id: string): string[] {
  const labels: Record<string, string> = websites.fields[field].roles;
  const links = linksOf(website.values[field]);
  return links.filter((link) => link.id === id).map(({ role }) => labels[role] ?? role);
}
