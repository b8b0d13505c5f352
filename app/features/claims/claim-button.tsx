import { useQuery } from "@tanstack/react-query";
import { HandHelping } from "lucide-react";
import { type Claim, type ClaimKey, claimShownBy } from "../../../contract/claims/claims.ts";
import type { Feature } from "../../../contract/live/live-events.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatTime, isSameDay } from "../../lib/format.ts";
import { PersonAvatar } from "../../lib/people/person-avatar.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";

interface ClaimButtonProps {
  subject: ClaimKey;
  /** What it is called, for who hears the button instead of seeing where it stands. */
  title: string;
  claim: Claim | null;
  /** On tinted grounds it is ink. */
  variant?: "ghost" | "ink";
  className?: string;
}

/** „Ich kümmere mich“, or who does and since when; the person themself may release it, and says that they are at it. */
export function ClaimButton({ subject, title, claim, variant = "ghost", className }: ClaimButtonProps) {
  const trpc = useTRPC();
  const me = useSession().data?.user;
  const invalidate = useInvalidate();
  const refreshes: Feature[] = ["claim", ...claimShownBy[subject.type]];
  const claiming = useMutate(trpc.claim.claim.mutationOptions(), {
    refreshes,
    // Somebody was faster: the toast says who, and the button shows it.
    onRefused: () => {
      void invalidate(refreshes);
      return false;
    },
  });
  const releasing = useMutate(trpc.claim.release.mutationOptions(), { refreshes });
  const mayClaim = me !== undefined && hasAbility(me.role, "makeClaims");
  if (!claim)
    return mayClaim ? (
      <Button
        size="sm"
        variant={variant}
        icon={HandHelping}
        aria-label={`Ich kümmere mich um „${title}“`}
        loading={claiming.isPending}
        loadingLabel="Ich kümmere mich"
        onClick={() => claiming.mutate(subject)}
        className={className}
      >
        Ich kümmere mich
      </Button>
    ) : null;
  const isMine = claim.user.id === me?.id;
  return (
    <span className={cx("inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-ui", className)}>
      <span className="inline-flex min-w-0 items-center gap-2">
        <PersonAvatar person={claim.user} size={20} />
        <span className={cx("min-w-0 [overflow-wrap:anywhere]", isMine ? "text-text-1" : "text-text-2")}>
          {isMine ? "Du kümmerst dich" : `${claim.user.name} kümmert sich`} seit {sinceText(claim.since)}
        </span>
      </span>
      {isMine && claim.isAsked && (
        <Button
          size="sm"
          aria-label={`Noch dran an „${title}“: ja`}
          loading={claiming.isPending}
          onClick={() => claiming.mutate(subject)}
        >
          Noch dran
        </Button>
      )}
      {isMine && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`„${title}“ freigeben`}
          loading={releasing.isPending}
          onClick={() => releasing.mutate(subject)}
        >
          Freigeben
        </Button>
      )}
    </span>
  );
}

const sinceText = (since: Date) => (isSameDay(since, portalNow()) ? formatTime(since) : formatDate(since));

/** The same where nothing else has read who it is. */
export function LiveClaim({ subject, ...rest }: Omit<ClaimButtonProps, "claim">) {
  const { data } = useQuery(useTRPC().claim.get.queryOptions(subject));
  return data === undefined ? null : <ClaimButton subject={subject} claim={data} {...rest} />;
}
