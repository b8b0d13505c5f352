import { useQuery } from "@tanstack/react-query";
import type { PageAuthorship } from "../../../../contract/wiki/page-rows.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { cx } from "../../../ui/cx.ts";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";

/** The page as it stands, each part with whoever wrote it. */
export function Authorship({ id }: { id: string }) {
  const parts = useQuery(useTRPC().page.authorship.queryOptions({ id }));
  if (parts.isPending) return <RowSkeletons rows={6} className="mt-4" />;
  if (!parts.data)
    return (
      <ListError
        message="Wer was geschrieben hat, konnte nicht geladen werden."
        errorId={problemOf(parts.error)?.requestId}
        onRetry={() => parts.refetch()}
        retrying={parts.isFetching}
      />
    );
  if (parts.data.length === 0) return <p className="mt-5 text-help text-text-2">Hier steht noch nichts.</p>;
  return (
    <ol className="mt-4">
      {parts.data.map((part, index) => (
        <Part key={part.index} part={part} isContinued={parts.data[index - 1]?.no === part.no} />
      ))}
    </ol>
  );
}

function Part({ part: { author, at, no, text, kind }, isContinued }: { part: PageAuthorship; isContinued: boolean }) {
  return (
    <li className={cx("grid gap-x-6 md:grid-cols-[200px_minmax(0,1fr)]", !isContinued && "border-t pt-2")}>
      <div className={cx("text-meta text-text-3 md:pt-1", isContinued && "sr-only md:not-sr-only md:invisible")}>
        <p className="flex items-center gap-2">
          {author && (
            <Avatar
              personId={author.id}
              name={author.label}
              src={avatarUrl(author.image)}
              size={20}
              aria-hidden="true"
            />
          )}
          <span className="truncate text-text-2">{author?.label ?? "Unbekannt"}</span>
        </p>
        <p className="num mt-0.5 pl-7">
          Version {no},{" "}
          <time dateTime={at.toISOString()} title={formatDateTime(at)}>
            {formatDate(at)}
          </time>
        </p>
      </div>
      <p
        className={cx(
          "max-w-[680px] pb-2 text-prose [overflow-wrap:anywhere]",
          kind.startsWith("heading") && "font-semibold",
          kind === "codeBlock" && "whitespace-pre-wrap font-mono text-ui",
        )}
      >
        {(kind === "tableRow" ? text.replace(/(?:\s*\|\s*)+$/, "") : text) || "–"}
      </p>
    </li>
  );
}
