import type { ReactNode } from "react";
import { roleLabels } from "../../../contract/roles.ts";
import type { PublicProfile, UserProfile } from "../../../contract/users/users.ts";
import { formatDateTime } from "../../lib/format.ts";
import { formatShortDay, useAbsences } from "../../lib/people/absences.ts";
import { PersonAvatar } from "../../lib/people/person-avatar.tsx";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { cx } from "../../ui/cx.ts";
import { UserStateTag } from "./user-state.tsx";

interface UserHeaderProps {
  profile: PublicProfile | UserProfile;
  /** Undefined when nobody can tell. */
  isOnline: boolean | undefined;
  /** Online, but not at any of their pages. */
  isAway?: boolean;
  actions?: ReactNode;
}

export function UserHeader({ profile, isOnline, isAway = false, actions }: UserHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {/* Smaller by the ring, which then keeps within the column. */}
      <span className={cx("grid flex-none", isOnline && "scale-[.895]")}>
        <PersonAvatar person={profile} size={60} presence={isOnline ? (isAway ? "away" : "here") : "none"} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="[overflow-wrap:anywhere]">{profile.name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 text-ui text-text-2">
          <span>{roleLabels[profile.role]}</span>
          {profile.position && <span>{profile.position}</span>}
          {profile.state === "active" ? (
            isOnline !== undefined && (
              <span>{isOnline ? (isAway ? "Online, abwesend" : "Gerade online") : "Offline"}</span>
            )
          ) : (
            <UserStateTag state={profile.state} />
          )}
          {profile.state === "active" && <AwayNote userId={profile.id} />}
          {"invitationExpiresAt" in profile && profile.invitationExpiresAt && (
            <span>{invitationText(profile.invitationExpiresAt)}</span>
          )}
        </p>
      </div>
      {actions}
    </header>
  );
}

function invitationText(expiresAt: Date): string {
  const at = formatDateTime(expiresAt);
  return expiresAt > portalNow() ? `Link gilt bis ${at}` : `Link ist seit ${at} abgelaufen`;
}

/** Says so of somebody who is away, and who stands in; nothing of everybody else. */
export function AwayNote({ userId }: { userId: string }) {
  const absence = useAbsences().get(userId);
  if (!absence) return null;
  const { until, deputy } = absence;
  return (
    <span>
      Abwesend bis {formatShortDay(until)}
      {deputy && `, Vertretung: ${deputy.name}`}
    </span>
  );
}
