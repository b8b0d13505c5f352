import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { feedbackStatuses } from "../../../contract/feedback/statuses.ts";
import { formatFilter } from "../../../contract/records/filters.ts";
import type { PersonTasks } from "../../../contract/users/user-tasks.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { CountedSection } from "../../lib/pages/counted-section.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { filteredListPath } from "../../records/record-urls.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { linkInRow } from "../../ui/link-class.ts";
import { Tag } from "../../ui/status/tag.tsx";
import { Responsibilities } from "./responsibilities.tsx";

interface TasksProps {
  userId: string;
  name: string;
  isOwn: boolean;
}

/** What waits for a person, the pressing first, and what they are responsible for. */
export function Tasks({ userId, name, isOwn }: TasksProps) {
  const tasks = useQuery(useTRPC().user.tasks.queryOptions({ id: userId }));
  return (
    <>
      <QueryPanel query={tasks} failure="Die Aufgaben konnten nicht geladen werden.">
        {(found) => (
          <>
            {countOf(found) === 0 && (
              <p role="status" className="border-b pb-4 text-text-2 [overflow-wrap:anywhere]">
                {isOwn ? "Nichts wartet auf dich." : `Nichts wartet auf ${name}.`} Zugewiesene Aufgaben, fällige
                Wiki-Seiten, zugeteiltes Feedback und Geräte zur Rückgabe stehen hier.
              </p>
            )}
            <Waiting tasks={found} userId={userId} />
          </>
        )}
      </QueryPanel>
      <Responsibilities
        userId={userId}
        nothing={isOwn ? "Du bist noch für nichts verantwortlich." : `${name} ist für nichts verantwortlich.`}
      />
    </>
  );
}

const countOf = ({ tasks, reviews, feedback, devices, chats }: PersonTasks) =>
  tasks.total + reviews.total + feedback.total + devices.total + (chats?.length ?? 0);

function Waiting({
  tasks: { tasks, reviews, feedback, devices, chats },
  userId,
}: {
  tasks: PersonTasks;
  userId: string;
}) {
  const today = portalToday();
  const overdue = (day: string | null) => day !== null && day < today && <Tag tone="warn">Überfällig</Tag>;
  const mine = formatFilter({ field: "responsibleUserId", is: "oneOf", values: [userId] });
  return (
    <>
      {chats && (
        <CountedSection className="first:mt-0" title="Erwähnungen in Chats" total={chats.length} whole="/wiki/chats">
          {chats.map(({ id, title, pageId, at }) => (
            <TaskRow
              key={id}
              to={`/wiki/${pageId ?? "chats"}?chat=${id}`}
              label={title}
              facts={[`ungelesen seit ${formatDateTime(at)}`]}
            />
          ))}
        </CountedSection>
      )}
      <CountedSection className="first:mt-0" title="Aufgaben" total={tasks.total} whole="/tasks">
        {tasks.items.map(({ id, label, dueOn }) => (
          <TaskRow
            key={id}
            to={`/tasks?scope=all&task=${id}`}
            label={label}
            facts={[dueOn && `bis ${formatDay(dueOn)}`]}
            tag={overdue(dueOn)}
          />
        ))}
      </CountedSection>
      <CountedSection
        className="first:mt-0"
        title="Wiki-Seiten prüfen"
        total={reviews.total}
        whole={`/wiki/all?${new URLSearchParams({ "f[responsibleUserId]": mine, sort: "reviewAt" })}`}
      >
        {reviews.items.map(({ id, label, reviewAt }) => (
          <TaskRow
            key={id}
            to={`/wiki/${id}`}
            label={label}
            facts={[`prüfen bis ${formatDay(reviewAt)}`]}
            tag={overdue(reviewAt)}
          />
        ))}
      </CountedSection>
      <CountedSection
        className="first:mt-0"
        title="Zugeteiltes Feedback"
        total={feedback.total}
        whole={`${filteredListPath("feedback", "assigneeId", userId)}&layout=list`}
      >
        {feedback.items.map(({ id, label, number, status, dueAt }) => (
          <TaskRow
            key={id}
            to={`/feedback/${id}`}
            label={label}
            facts={[number, feedbackStatuses[status], dueAt && `bis ${formatDay(dueAt)}`]}
            tag={overdue(dueAt)}
          />
        ))}
      </CountedSection>
      <CountedSection
        className="first:mt-0"
        title="Geräte zurückgeben"
        total={devices.total}
        whole={filteredListPath("device", "assignedUserId", userId)}
      >
        {devices.items.map(({ id, title, assetTag, expectedReturnAt }) => (
          <TaskRow
            key={id}
            to={`/devices/${id}`}
            label={title}
            facts={[assetTag, expectedReturnAt && `bis ${formatDay(expectedReturnAt)}`]}
            tag={overdue(expectedReturnAt)}
          />
        ))}
      </CountedSection>
    </>
  );
}

interface TaskRowProps {
  to: string;
  label: string;
  facts: readonly (string | null)[];
  tag?: ReactNode;
}

function TaskRow({ to, label, facts, tag }: TaskRowProps) {
  const known = facts.filter(Boolean).join(" · ");
  return (
    <li className="flex min-h-12 items-center gap-3 border-b py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          <Link to={to} className={linkInRow}>
            {label}
          </Link>
        </p>
        {known && <p className="num text-meta text-text-2">{known}</p>}
      </div>
      {tag}
    </li>
  );
}
