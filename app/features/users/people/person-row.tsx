import { Link } from "@remix-run/react";
import { roleLabels } from "../../../../contract/roles.ts";
import type { ListedUser } from "../../../../contract/users/users.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { usePresence } from "../../../lib/live.tsx";
import { PersonAvatar } from "../../../lib/people/person-avatar.tsx";
import { UserActions } from "../user-actions.tsx";
import { UserStateTag } from "../user-state.tsx";

/** A row of the table; on phones the same cells stand as a card of two lines. */
export function PersonRow({ person }: { person: ListedUser }) {
  const member = usePresence().find((member) => member.id === person.id);
  return (
    <tr className="border-b hover:bg-hover max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-3 max-md:py-2">
      <th scope="row" className="h-14 py-1.5 text-left font-normal max-md:col-start-1 max-md:row-start-1 max-md:h-auto">
        <span className="flex min-w-0 items-center gap-3 md:pr-4">
          <PersonAvatar person={person} size={32} presence={member ? (member.away ? "away" : "here") : "none"} />
          <span className="min-w-0">
            <Link
              to={`/users/${person.id}`}
              className="block font-550 hover:underline [overflow-wrap:anywhere] max-md:-mb-1 max-md:-mt-3 max-md:pb-1 max-md:pt-5"
            >
              {person.name}
            </Link>
            {person.email && (
              <span className="block text-meta text-text-3 [overflow-wrap:anywhere]">{person.email}</span>
            )}
          </span>
        </span>
      </th>
      <td className="text-text-2 max-md:col-start-1 max-md:row-start-2 max-md:!pl-11">
        {roleLabels[person.role]}
        <span className="ml-2.5 md:hidden">
          <UserStateTag state={person.state} />
        </span>
      </td>
      <td className="max-md:hidden">
        <UserStateTag state={person.state} />
      </td>
      <td className="num text-text-2 max-lg:hidden">
        <LastSeen person={person} />
      </td>
      <td className="text-right max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        <UserActions person={person} />
      </td>
    </tr>
  );
}

function LastSeen({ person }: { person: ListedUser }) {
  if (person.state === "invited" && person.invitationExpiresAt) {
    return <>Link bis {formatDateTime(person.invitationExpiresAt)}</>;
  }
  if (!person.lastSeenAt) return <span className="text-text-3">–</span>;
  return <time dateTime={person.lastSeenAt.toISOString()}>{formatDateTime(person.lastSeenAt)}</time>;
}
