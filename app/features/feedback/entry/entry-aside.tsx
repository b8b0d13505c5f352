import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Bell, BellOff } from "lucide-react";
import type { ReactNode } from "react";
import { feedback } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackEntry, FeedbackHint } from "../../../../contract/feedback/feedback-entry.ts";
import { closedStatuses, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import { refOf } from "../../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { QuickFill } from "../../../records/form/quick-fill.tsx";
import { recordPath } from "../../../records/record-path.ts";
import { FieldValue } from "../../../records/values/field-value.tsx";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { LiveClaim } from "../../claims/claim-button.tsx";
import { ContextList } from "../form/context-list.tsx";
import { useSupport } from "../use-support.ts";

/** Who stands behind an entry, how it is planned, where it came from and what is like it. */
export function EntryAside({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  const similar = useQuery(useTRPC().feedback.similar.queryOptions({ title: record.title, exceptId: record.id }));
  return (
    <aside
      aria-label="Zum Eintrag"
      className="grid min-w-0 content-start gap-6 max-xl:grid-cols-[repeat(auto-fill,minmax(280px,1fr))]"
    >
      <Part title="Stimmen" count={entry.voters.length}>
        <People people={entry.voters} nobody="Noch stimmt niemand dafür." />
      </Part>
      <Part title="Folgen" count={entry.followers.length} action={<FollowButton record={record} entry={entry} />}>
        <People people={entry.followers} nobody="Noch folgt niemand." isShort />
      </Part>
      <Doing record={record} />
      <Planning record={record} canManage={entry.can.manage} />
      <About record={record} />
      {entry.duplicates.length > 0 && (
        <Part title="Duplikate" count={entry.duplicates.length}>
          <Hints hints={entry.duplicates} />
        </Part>
      )}
      {similar.data && similar.data.length > 0 && (
        <Part title="Ähnliche">
          <Hints hints={similar.data} />
        </Part>
      )}
      {entry.context && (
        <Part title="Kontext">
          <ContextList context={entry.context} />
        </Part>
      )}
    </aside>
  );
}

/** Who takes care of the entry, while there is something left to do. */
function Doing({ record: { id, title, values, archivedAt } }: { record: RecordRow }) {
  if (archivedAt !== null || closedStatuses.some((status) => status === values.status)) return null;
  return (
    <Part title="Wer kümmert sich">
      <LiveClaim subject={{ type: "feedback", id }} title={title} className="-ml-2.5 mt-1 [&:not(button)]:ml-0" />
    </Part>
  );
}

interface PartProps {
  title: string;
  count?: number;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title, count, action, children }: PartProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex min-h-8 items-center gap-2 border-b">
        <h2 className="text-label font-medium text-text-3">
          {title} {count !== undefined && <span className="num font-normal">{count}</span>}
        </h2>
        {action && <span className="-mr-2.5 ml-auto">{action}</span>}
      </div>
      {children}
    </section>
  );
}

interface PeopleProps {
  people: readonly Ref[];
  nobody: string;
  /** Only their faces. */
  isShort?: boolean;
}

function People({ people, nobody, isShort = false }: PeopleProps) {
  if (people.length === 0) return <p className="py-2 text-ui text-text-3">{nobody}</p>;
  return (
    <ul className={cx("flex flex-wrap gap-x-3 gap-y-1.5 py-2.5", isShort && "max-md:-mx-2.5 max-md:gap-0")}>
      {people.map(({ id, label, image }) => (
        <li key={id} className="min-w-0">
          <Link
            to={`/users/${id}`}
            className={cx(
              "flex min-w-0 items-center gap-1.5 text-ui hover:underline max-md:min-h-11",
              isShort && "max-md:w-11 max-md:justify-center",
            )}
          >
            <Avatar name={label} personId={id} src={avatarUrl(image)} size={isShort ? 24 : 20} aria-hidden="true" />
            <span className={isShort ? "sr-only" : "truncate"}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function FollowButton({ record, entry }: { record: RecordRow; entry: FeedbackEntry }) {
  const me = useSession().data?.user.id;
  const { follow } = useSupport();
  if (record.archivedAt) return null;
  const follows = entry.followers.some(({ id }) => id === me);
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={follows ? BellOff : Bell}
      aria-pressed={follows}
      loading={follow.isPending}
      onClick={() => follow.mutate({ id: record.id, on: !follows })}
    >
      {follows ? "Nicht mehr folgen" : "Folgen"}
    </Button>
  );
}

const planned = ["priority", "assigneeId", "dueAt", "effort"] as const;

/** Filled in place by those who plan; for everybody else only what is planned. */
function Planning({ record, canManage }: { record: RecordRow; canManage: boolean }) {
  const shown = planned.filter((name) => canManage || record.values[name]);
  if (shown.length === 0) return null;
  return (
    <Part title="Planung">
      <dl>
        {shown.map((name) => {
          const field = feedback.fields[name];
          const isEmpty = !record.values[name];
          return (
            <div
              key={name}
              className="grid min-h-9 grid-cols-[96px_minmax(0,1fr)] items-center gap-3 border-b text-ui max-md:min-h-11"
            >
              <dt className="text-text-3">{field.label}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">
                {isEmpty ? (
                  <QuickFill record={record} name={name} field={field} />
                ) : (
                  <FieldValue field={field} value={record.values[name]} name={name} variant="page" />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Part>
  );
}

const about = ["websiteId", "customerId", "pageId"] as const;

/** The records that an entry is about. */
function About({ record }: { record: RecordRow }) {
  const named = about.flatMap((name) => {
    const ref = refOf(record.values[name]);
    return ref ? [{ ref, field: feedback.fields[name] }] : [];
  });
  if (named.length === 0) return null;
  return (
    <Part title="Betrifft">
      <ul>
        {named.map(({ ref, field }) => (
          <li key={ref.id} className="border-b">
            <Link to={recordPath(field.to, ref.id) ?? ""} className="group block py-2 text-ui">
              <span className="[overflow-wrap:anywhere] group-hover:underline">{ref.label}</span>
              <span className="block text-meta text-text-3">{field.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Hints({ hints }: { hints: readonly FeedbackHint[] }) {
  return (
    <ul>
      {hints.map(({ id, number, title, status }) => (
        <li key={id} className="border-b">
          <Link to={`/feedback/${id}`} className="group block py-2 text-ui">
            <span className="[overflow-wrap:anywhere] group-hover:underline">{title}</span>
            <span className="block text-meta text-text-3">
              <span className="num">{number}</span> · {feedbackStatuses[status]}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
