import { Eye, EyeOff } from "lucide-react";
import { valuesOf } from "../../../../contract/records/rows.ts";
import { addMonths, portalDate } from "../../../../contract/time/today.ts";
import { pageStatuses } from "../../../../contract/wiki/page-limits.ts";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { pages } from "../../../../contract/wiki/pages.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { portalToday } from "../../../lib/time/portal-clock.ts";
import { formatDay } from "../../../records/values/format-value.ts";
import { TagList } from "../../../records/values/tag-list.tsx";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Tag } from "../../../ui/status/tag.tsx";
import { TermEdge } from "../../../ui/status/term-edge.tsx";

/** Who answers for a page, how old it is and until when it holds. */
export function PageFacts({ page }: { page: PageReading }) {
  const { row, revisionNo, review, visibleTo } = page;
  const { responsibleUserId: owner, tags = [], status } = valuesOf(pages, row);
  const facts = [
    revisionNo > 0 && `Version ${revisionNo}`,
    [
      review.lastAt && `geprüft am ${formatDay(review.lastAt)}${review.lastBy ? ` von ${review.lastBy.label}` : ""}`,
      review.dueAt && `prüfen bis ${formatDay(review.dueAt)}`,
    ]
      .filter(Boolean)
      .join(", "),
  ].filter(Boolean);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-ui text-text-2">
      {owner ? (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar personId={owner.id} name={owner.label} src={avatarUrl(owner.image)} size={20} aria-hidden="true" />
          <span className="truncate">
            <span className="sr-only">Verantwortlich: </span>
            {owner.label}
          </span>
        </span>
      ) : (
        <span className="text-text-3">Niemand verantwortlich</span>
      )}
      {facts.length > 0 && <span className="num text-text-3">{facts.join(" · ")}</span>}
      {status && status !== "published" && status !== "draft" && (
        <Tag tone={status === "outdated" ? "warn" : "neutral"}>{pageStatuses[status]}</Tag>
      )}
      {row.values.isTemplate === true && <Tag tone="out">Vorlage</Tag>}
      {visibleTo !== "team" && status !== "draft" && (
        <Tag tone="out" className="text-text-1">
          <Icon of={visibleTo === "private" ? EyeOff : Eye} size={14} />
          {visibleTo === "private" ? "Nur für dich sichtbar" : "Nur für Betreuer sichtbar"}
        </Tag>
      )}
      {tags.length > 0 && <TagList tags={tags} max={4} isWrapping />}
    </div>
  );
}

/** The lower edge of a page's head: how much of the time until its next review has passed. */
export function ReviewEdge({
  review: { everyMonths, dueAt, lastAt },
  since,
}: {
  review: PageReading["review"];
  since: Date;
}) {
  if (!everyMonths || !dueAt) return <hr className="mt-[27px] border-t" />;
  const from = lastAt ?? portalDate(since);
  const start = from < dueAt ? from : addMonths(dueAt, -everyMonths);
  const now = positionOf(portalToday(), start, dueAt);
  const isLate = now >= 1;
  return (
    <TermEdge
      className="mt-3.5"
      now={now}
      zone={isLate ? { from: 0.999, to: 1 } : undefined}
      label={`Prüfintervall: ${Math.round(now * 100)} Prozent verstrichen`}
    />
  );
}

function positionOf(day: string, from: string, to: string): number {
  const timeOf = (each: string) => Date.parse(`${each}T00:00:00Z`);
  const [at, start, end] = [timeOf(day), timeOf(from), timeOf(to)];
  return end <= start ? 1 : Math.min(1, Math.max(0, (at - start) / (end - start)));
}
