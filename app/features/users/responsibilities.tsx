import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { formatFilter } from "../../../contract/records/filters.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { Responsibility } from "../../../contract/users/user-tasks.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { recordPath } from "../../records/record-path.ts";
import { linkInRow } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";

/** What somebody is responsible for: how much of each kind, the first of them, and the way into the list of all. */
export function Responsibilities({ userId, nothing }: { userId: string; nothing: ReactNode }) {
  const query = useQuery(useTRPC().user.responsibilities.queryOptions({ id: userId }));
  return (
    <Section title="Verantwortlich für" className="mt-11 first:mt-0">
      <QueryPanel query={query} failure="Die Zuständigkeiten konnten nicht geladen werden." rows={3}>
        {(groups) =>
          groups.length === 0 ? (
            <p className="py-4 text-text-2 [overflow-wrap:anywhere]">{nothing}</p>
          ) : (
            <ul>
              {groups.map((group) => (
                <Group key={group.type} group={group} userId={userId} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </Section>
  );
}

function Group({ group: { type, total, items }, userId }: { group: Responsibility; userId: string }) {
  const { many, one } = declarationOf(type).labels;
  const text = `${total} ${total === 1 ? one : many}`;
  const path = listPath(type, userId);
  const more = total - items.length;
  return (
    <li className="grid grid-cols-[136px_minmax(0,1fr)] gap-x-5 gap-y-0.5 border-b py-2.5 max-md:grid-cols-1">
      <p className="num font-medium">
        {path ? (
          <Link to={path} className={linkInRow}>
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      <p className="min-w-0 text-text-2 [overflow-wrap:anywhere]">
        {items.map(({ id, label }, index) => {
          const path = recordPath(type, id);
          return (
            <span key={id}>
              {index > 0 && ", "}
              {path ? (
                <Link to={path} className={linkInRow}>
                  {label}
                </Link>
              ) : (
                label
              )}
            </span>
          );
        })}
        {more > 0 && <span className="num"> und {more} weitere</span>}
      </p>
    </li>
  );
}

/** The list of everything of a type that somebody is responsible for; undefined for types without one. */
function listPath(type: RecordType, userId: string): string | undefined {
  const { path } = declarationOf(type);
  if (!path) return undefined;
  const filter = formatFilter({ field: "responsibleUserId", is: "oneOf", values: [userId] });
  return `${type === "page" ? "/wiki/all" : path}?${new URLSearchParams({ "f[responsibleUserId]": filter })}`;
}
