import { useState } from "react";
import type { PageRevision } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../../lib/format.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { TextInput } from "../../../ui/form/text-input.tsx";

interface RevisionListProps {
  pageId: string;
  revisions: readonly PageRevision[];
  page: number;
  totalPages: number;
  chosen: { from: number; to: number };
  onChoose: (part: "from" | "to", no: number) => void;
  onPage: (page: number) => void;
}

/** The versions of a page, the newest first; two of them are compared. */
export function RevisionList({ pageId, revisions, page, totalPages, chosen, onChoose, onPage }: RevisionListProps) {
  const ownId = useSession().data?.user.id;
  return (
    <section aria-label="Versionen">
      <div className="grid grid-cols-[32px_32px_minmax(0,1fr)] border-b border-line-strong pb-1.5 text-label text-text-3">
        <span>Alt</span>
        <span>Neu</span>
        <span>Version</span>
      </div>
      {/* Where both stand below each other, what differs must not be a long way off. */}
      <ol reversed className="max-xl:max-h-[42dvh] max-xl:overflow-y-auto max-xl:overscroll-contain">
        {revisions.map((revision) => {
          const { no } = revision;
          const isChosen = no === chosen.from || no === chosen.to;
          return (
            <li
              key={no}
              className={cx("grid grid-cols-[32px_32px_minmax(0,1fr)] border-b py-2.5", isChosen && "bg-selected")}
            >
              <Choice name="from" no={no} isChosen={no === chosen.from} onChoose={() => onChoose("from", no)} />
              <Choice name="to" no={no} isChosen={no === chosen.to} onChoose={() => onChoose("to", no)} />
              <Facts revision={revision} pageId={pageId} isOwn={revision.author?.id === ownId} />
            </li>
          );
        })}
      </ol>
      {totalPages > 1 && (
        <div className="mt-3 flex items-center gap-2 text-ui text-text-3">
          <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Neuere
          </Button>
          <Button size="sm" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            Ältere
          </Button>
          <span className="num ml-auto">
            Seite {page} von {totalPages}
          </span>
        </div>
      )}
    </section>
  );
}

function Choice({
  name,
  no,
  isChosen,
  onChoose,
}: {
  name: "from" | "to";
  no: number;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="grid h-5 w-8 cursor-pointer place-items-center max-md:h-11">
      <span className="sr-only">
        Version {no} als {name === "from" ? "ältere" : "neuere"} vergleichen
      </span>
      <input
        type="radio"
        name={`revision-${name}`}
        checked={isChosen}
        onChange={onChoose}
        className="h-4 w-4 cursor-pointer accent-inverse"
      />
    </label>
  );
}

function Facts({ revision, pageId, isOwn }: { revision: PageRevision; pageId: string; isOwn: boolean }) {
  const { no, author, contributors, savedAt, summary, sizeChange, restoredFrom } = revision;
  const others = contributors.filter(({ id }) => id !== author?.id);
  return (
    <div className="min-w-0 pr-2 text-ui">
      <p className="flex items-center gap-2">
        <span className="num font-semibold">Version {no}</span>
        <time dateTime={savedAt.toISOString()} className="num text-text-3">
          {formatDateTime(savedAt)}
        </time>
      </p>
      <p className="mt-1 flex items-center gap-2 text-text-2">
        {author && (
          <>
            <Avatar
              personId={author.id}
              name={author.label}
              src={avatarUrl(author.image)}
              size={20}
              aria-hidden="true"
            />
            <span className="truncate">
              {author.label}
              {others.length > 0 && ` mit ${others.map(({ label }) => label).join(", ")}`}
            </span>
          </>
        )}
        <span className="num ml-auto flex-none text-meta text-text-3" title="Zeichen mehr oder weniger als zuvor">
          {sizeChange > 0 ? "+" : sizeChange < 0 ? "−" : "±"}
          {formatNumber(Math.abs(sizeChange))}
        </span>
      </p>
      {restoredFrom !== null && (
        <p className="mt-0.5 text-meta text-text-3">Version {restoredFrom} wiederhergestellt</p>
      )}
      <Summary key={summary} pageId={pageId} no={no} summary={summary} isOwn={isOwn} />
    </div>
  );
}

interface SummaryProps {
  pageId: string;
  no: number;
  summary: string | null;
  isOwn: boolean;
}

/** What was changed, in the words of whoever changed it; only they can say it. */
function Summary({ pageId, no, summary, isOwn }: SummaryProps) {
  const [draft, setDraft] = useState<string>();
  const saving = useMutate(useTRPC().page.setSummary.mutationOptions(), {
    refreshes: ["page"],
    onSuccess: () => setDraft(undefined),
  });
  if (draft !== undefined)
    return (
      <form
        className="mt-1.5 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate({ id: pageId, no, summary: draft.trim() });
        }}
      >
        <TextInput
          aria-label="Zusammenfassung"
          value={draft}
          maxLength={200}
          autoFocus
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && setDraft(undefined)}
          className="md:!h-7 md:!text-ui"
        />
        <Button type="submit" size="sm" variant="primary" loading={saving.isPending}>
          Speichern
        </Button>
      </form>
    );
  if (!summary && !isOwn) return null;
  return (
    <p className="mt-0.5 text-meta text-text-2 [overflow-wrap:anywhere]">
      {summary && `„${summary}“ `}
      {isOwn && (
        <button
          type="button"
          onClick={() => setDraft(summary ?? "")}
          className="text-text-3 hover:text-text-1 hover:underline"
        >
          {summary ? "Ändern" : "Zusammenfassung ergänzen"}
        </button>
      )}
    </p>
  );
}
