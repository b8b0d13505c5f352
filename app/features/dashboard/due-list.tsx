import { Link, useSearchParams } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  ClipboardCheck,
  FileText,
  Globe,
  type LucideIcon,
  Server,
  ShieldCheck,
  Undo2,
} from "lucide-react";
import { type Deadline, type DeadlineKind, deadlineLabels } from "../../../contract/dashboard.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { RowBones } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { formatDay } from "../records/value-text.ts";
import { Block } from "./block.tsx";

const icons: Record<DeadlineKind, LucideIcon> = {
  domainRenewal: Globe,
  domainCancel: CalendarClock,
  holderVerification: ShieldCheck,
  hostRenewal: Server,
  hostCancel: CalendarClock,
  contractEnd: FileText,
  contractCancel: CalendarClock,
  warrantyEnd: ShieldCheck,
  leasingEnd: CalendarClock,
  deviceReturn: Undo2,
  deviceAudit: ClipboardCheck,
  avvReview: FileText,
};

/** What is due within 60 days or overdue, by the dates that people have entered. */
export function DueList() {
  const trpc = useTRPC();
  const [address] = useSearchParams();
  const mine = address.get("due") === "mine";
  const due = useQuery(trpc.dashboard.due.queryOptions({ mine }, { placeholderData: keepPreviousData }));
  const tabs = [
    { label: "Alle", href: "?", current: !mine },
    { label: "Meine", href: "?due=mine", current: mine },
  ];
  return (
    <Block
      title="Handlungsbedarf"
      aside={
        <Tabs
          label="Wessen Handlungsbedarf"
          size="sm"
          items={tabs}
          renderLink={({ href }, link) => <Link {...link} to={href} preventScrollReset replace />}
        />
      }
      query={due}
      waiting={<RowBones rows={6} />}
    >
      {({ deadlines, total }) => (
        <>
          {deadlines.length === 0 && (
            <p className="py-4 text-ui text-text-2">Alles ruhig: In den nächsten 60 Tagen ist nichts fällig.</p>
          )}
          <ul>
            {deadlines.slice(0, shown).map((deadline) => (
              <DueRow key={`${deadline.kind} ${deadline.record.id}`} deadline={deadline} />
            ))}
          </ul>
          {total > shown && <p className="py-3 text-ui text-text-3">und {total - shown} weitere</p>}
        </>
      )}
    </Block>
  );
}

const shown = 10;

function DueRow({ deadline: { kind, record, href, customer, dueOn, days } }: { deadline: Deadline }) {
  return (
    <li className="border-b">
      <Link
        to={href}
        className="flex min-h-14 items-center gap-3.5 px-2 py-1.5 transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <Icon of={icons[kind]} size={20} className="text-text-3" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-row font-medium">{record.label}</span>
          <span className="block truncate text-meta text-text-3">
            {deadlineLabels[kind]}
            {customer && customer.id !== record.id && ` · ${customer.label}`}
          </span>
        </span>
        <span className="flex-none text-right">
          <span className={cx("num block text-ui", toneOf(days))}>{wordsOf(days)}</span>
          <span className="num block text-meta text-text-3">{formatDay(dueOn)}</span>
        </span>
      </Link>
    </li>
  );
}

function toneOf(days: number): string {
  if (days < 0) return "font-semibold text-bad-text";
  return days <= 4 ? "font-semibold text-text-1" : "text-text-2";
}

function wordsOf(days: number): string {
  if (days === 0) return "heute";
  if (days === 1) return "morgen";
  if (days === -1) return "1 Tag überfällig";
  return days < 0 ? `${-days} Tage überfällig` : `in ${days} Tagen`;
}
