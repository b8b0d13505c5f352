import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  type ChangeBefore,
  type HitCustomer,
  type IncidentMember,
  type IncidentPage,
  memberStatuses,
  type SimilarIncident,
} from "../../../contract/incidents/incident-page.ts";
import { endReasons } from "../../../contract/incidents/incidents.ts";
import { slaLevels } from "../../../contract/records/common-fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { KeyData } from "../../records/page/key-data.tsx";
import { recordPath } from "../../records/record-path.ts";
import { formatPhone } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { ProviderNotices } from "../provider-status/provider-notices.tsx";
import { IncidentHead } from "./incident-head.tsx";
import { openCustomerInfo } from "./open-incident-dialogs.tsx";
import { Runbooks } from "./runbooks.tsx";
import { Timeline } from "./timeline.tsx";

/** The page of an incident: how it stands, whom it hits and whom to call, what happened, and what was before. */
export function IncidentOverview({ record }: { record: RecordRow }) {
  const query = useQuery(useTRPC().incident.page.queryOptions({ id: record.id }));
  if (query.isError && !query.data)
    return (
      <ListError
        message="Die Störung konnte nicht geladen werden."
        errorId={problemOf(query.error)?.requestId}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (!query.data) return <RowSkeletons rows={6} />;
  const page = query.data;
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_304px] xl:grid-rows-[auto_auto_1fr] xl:gap-x-12">
      <div className="xl:col-span-2">
        <IncidentHead record={record} page={page} />
        <ProviderNotices type="incident" id={record.id} />
      </div>
      <div className="mb-7 min-w-0 empty:hidden xl:col-start-1">
        <Customers incidentId={record.id} customers={page.customers} canTell={page.can.note} />
      </div>
      <div className="mb-7 min-w-0 empty:hidden xl:col-start-2 xl:row-span-2 xl:row-start-2">
        <Support support={page.support} />
        <Runbooks page={page} />
      </div>
      <div className="min-w-0 xl:col-start-1">
        <Timeline incidentId={record.id} page={page} />
        <Members page={page} />
        <Before changes={page.changesBefore} />
        <Similar incidents={page.similar} />
        <div className="mt-7 empty:hidden">
          <KeyData record={record} />
        </div>
      </div>
    </div>
  );
}

const rowClass = "flex flex-wrap items-center gap-x-4 gap-y-1 border-b max-md:gap-y-2 py-2 text-ui last:border-b-0";
const linkClass = "text-row font-medium hover:underline max-md:-my-1 max-md:inline-block max-md:py-3";
/** Of smaller text, as high as a finger needs. */
const tallClass = "max-md:-my-3 max-md:inline-block max-md:py-3";

interface CustomersProps {
  incidentId: string;
  customers: readonly HitCustomer[];
  canTell: boolean;
}

function Customers({ incidentId, customers, canTell }: CustomersProps) {
  if (customers.length === 0) return null;
  return (
    <Section title="Betroffene Kunden" aside={formatNumber(customers.length)}>
      <ul aria-label="Betroffene Kunden">
        {customers.map((customer) => (
          <li key={customer.id} className={rowClass}>
            <span className="min-w-0 flex-1 basis-[220px]">
              <Link to={`/customers/${customer.id}`} className={linkClass}>
                {customer.label}
              </Link>
              <span className={cx("ml-2", customer.sla === "premium" ? "font-semibold text-text-1" : "text-text-3")}>
                {customer.sla === "none" ? "ohne Servicelevel" : slaLevels[customer.sla]}
              </span>
              <span className="block text-text-3 [overflow-wrap:anywhere]">{namesOf(customer)}</span>
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:w-full">
              {customer.emergency.map(({ name, phone }) => (
                <Phone key={phone} name={`${name} (Notfall)`} phone={phone} />
              ))}
              {customer.emergency.length === 0 && (
                <Link
                  to={`/customers/${customer.id}/contacts`}
                  className={cx("text-text-3 hover:underline", tallClass)}
                >
                  Kein Notfallkontakt
                </Link>
              )}
              {canTell && (
                <Button
                  size="sm"
                  aria-label={`Kundeninfo entwerfen: ${customer.label}`}
                  onClick={() => void openCustomerInfo({ incidentId, customerId: customer.id })}
                >
                  Kundeninfo entwerfen
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const maxNames = 3;

function namesOf({ members }: HitCustomer): string {
  const names = members.slice(0, maxNames).map(({ label }) => label);
  const more = members.length - names.length;
  return more > 0 ? `${names.join(", ")} und ${more} weitere` : names.join(", ");
}

const Phone = ({ name, phone }: { name: string; phone: string }) => (
  <span className="text-text-2">
    {name}{" "}
    <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={cx("num font-medium text-text-1 underline", tallClass)}>
      {formatPhone(phone)}
    </a>
  </span>
);

function Support({ support }: Pick<IncidentPage, "support">) {
  if (!support) return null;
  const { host, provider, registrar, phone, email, contractNo, customerNo, note } = support;
  return (
    <Section title="Wen anrufen">
      <dl className="grid gap-x-6 gap-y-2 py-3 text-ui grid-cols-[108px_minmax(0,1fr)] md:grid-cols-[140px_minmax(0,1fr)] xl:grid-cols-[108px_minmax(0,1fr)] xl:gap-x-4">
        {host && (
          <Fact
            name="Hoster"
            value={
              <Link to={`/hosts/${host.id}`} className={cx("underline", tallClass)}>
                {host.label}
              </Link>
            }
          />
        )}
        {provider && <Fact name="Anbieter" value={provider.label} />}
        {registrar && <Fact name="Registrar" value={registrar.label} />}
        <Fact name="Hotline" value={phone ? <Phone name="" phone={phone} /> : "nicht eingetragen"} />
        {contractNo && <Fact name="Vertragsnummer" value={<span className="num select-all">{contractNo}</span>} />}
        {customerNo && <Fact name="Kundennummer" value={<span className="num select-all">{customerNo}</span>} />}
        {email && (
          <Fact
            name="Support"
            value={
              <a href={`mailto:${email}`} className={cx("underline", tallClass)}>
                {email}
              </a>
            }
          />
        )}
        {note && <Fact name="Notfallhinweis" value={<span className="whitespace-pre-line">{note}</span>} />}
      </dl>
    </Section>
  );
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt className="text-text-3">{name}</dt>
    <dd className="min-w-0 text-text-1 [overflow-wrap:anywhere]">{value}</dd>
  </>
);

function Members({ page: { members, memberCount } }: { page: IncidentPage }) {
  if (memberCount === 0) return null;
  return (
    <Section title="Betroffen" aside={formatNumber(memberCount)}>
      <ul aria-label="Betroffen">
        {members.map((member) => (
          <li key={`${member.type}:${member.id}`} className={rowClass}>
            <Link
              to={recordPath(member.type, member.id) ?? ""}
              className={cx(linkClass, "min-w-0 md:flex-1 max-md:basis-full [overflow-wrap:anywhere]")}
            >
              {member.label}
            </Link>
            <span className="min-w-0 text-text-3 empty:hidden max-md:flex-1">{member.customer?.label}</span>
            <MemberState member={member} />
          </li>
        ))}
      </ul>
      {memberCount > members.length && (
        <p className="pt-2 text-note text-text-3">{formatNumber(memberCount - members.length)} weitere</p>
      )}
    </Section>
  );
}

function MemberState({ member: { status, isPartial, since, until } }: { member: IncidentMember }) {
  const isPart = isPartial && status === "offline";
  return (
    <span
      className={cx(
        "num max-md:ml-auto md:w-[240px] md:text-right",
        status === "offline" ? "font-semibold" : "text-text-2",
        status === "offline" && (isPart ? "text-warn-text" : "text-bad-text"),
      )}
    >
      {isPart ? "Teilweise gestört" : memberStatuses[status]}{" "}
      <span className="font-normal text-text-3">seit {formatDateTime(until ?? since)}</span>
    </span>
  );
}

function Before({ changes }: { changes: readonly ChangeBefore[] }) {
  return (
    <Section title="In den 48 Stunden davor">
      {changes.length === 0 && <p className="py-3 text-ui text-text-2">Am Betroffenen wurde nichts geändert.</p>}
      <ul aria-label="Änderungen davor">
        {changes.map(({ id, at, text, about, by }) => (
          <li key={id} className={rowClass}>
            <time dateTime={at.toISOString()} className="num w-[124px] flex-none text-text-3 max-md:flex-1">
              {formatDateTime(at)}
            </time>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere] max-md:order-1 max-md:basis-full">
              <Link
                to={recordPath(about.type, about.id) ?? ""}
                className={cx("font-medium hover:underline", tallClass)}
              >
                {about.label}
              </Link>{" "}
              {text}
            </span>
            <span className="text-text-3">{by?.label ?? "Portal"}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Similar({ incidents }: { incidents: readonly SimilarIncident[] }) {
  if (incidents.length === 0) return null;
  return (
    <Section title="Ähnliche Störungen davor">
      <ul aria-label="Ähnliche Störungen">
        {incidents.map(({ id, number, title, startedAt, endReason }) => (
          <li key={id} className={rowClass}>
            <Link
              to={`/incidents/${id}`}
              className={cx(linkClass, "min-w-0 flex-1 max-md:basis-full [overflow-wrap:anywhere]")}
            >
              #{number}: {title}
            </Link>
            <span className="text-text-3 max-md:flex-1">{endReason ? endReasons[endReason] : "offen"}</span>
            <time dateTime={startedAt.toISOString()} className="num text-text-3">
              {formatDateTime(startedAt)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
