import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { List, MessageSquarePlus, Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { feedback } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackBoard } from "../../../../contract/feedback/feedback-entry.ts";
import { type BoardStatus, feedbackStatuses } from "../../../../contract/feedback/statuses.ts";
import { type Filter, formatFilter } from "../../../../contract/records/filters.ts";
import { isNarrowed } from "../../../../contract/records/list-state.ts";
import type { RecordMember } from "../../../../contract/records/record-channel.ts";
import { hasAbility, type Role } from "../../../../contract/roles.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { useBoardRoom } from "../../../lib/live/record-presence.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { usePageKey } from "../../../lib/shortcuts.ts";
import { FilterBar } from "../../../records/list/filters/filter-bar.tsx";
import { ListSearch } from "../../../records/list/list-search.tsx";
import { searchMark } from "../../../records/list/use-list-keys.ts";
import { useListState } from "../../../records/list/use-list-state.ts";
import { AvatarStack, type StackPerson } from "../../../ui/avatar/avatar-stack.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type EmptyAction, EmptyState } from "../../../ui/placeholders/empty-state.tsx";
import { ListError, NoHits } from "../../../ui/placeholders/list-states.tsx";
import { Board } from "./board.tsx";
import { boardInput, type CardCounts } from "./board-input.ts";
import { BoardSkeleton } from "./columns.tsx";
import { keepRows } from "./keep-rows.ts";
import { Layouts } from "./layouts.tsx";
import { Roadmap } from "./roadmap.tsx";

/** Feedback by where it stands: as the board on which it moves, or as the roadmap of what comes. */
export function BoardPage({ layout }: { layout: "board" | "roadmap" }) {
  const { state, change, reset } = useListState(feedback);
  const [params] = useSearchParams();
  const [cards, setCards] = useState<CardCounts>({});
  const role = useRole();
  const trpc = useTRPC();
  const input = boardInput(state, { roadmap: layout === "roadmap", cards });
  const board = useQuery(
    trpc.feedback.board.queryOptions(input, {
      placeholderData: keepPreviousData,
      structuralSharing: keepRows,
      select: unchanged,
    }),
  );
  const { onBoard, readers } = useBoardPresence();
  useBoardKeys(role);
  const showMore = useCallback(
    (status: BoardStatus, shown: number) => setCards((now) => ({ ...now, [status]: shown })),
    [],
  );
  const total = board.data && countAll(board.data);
  const isEmpty = board.isSuccess && !board.isPlaceholderData && total === 0;
  return (
    <>
      <PageHeader
        title={feedback.labels.many}
        count={total === undefined ? undefined : formatNumber(total)}
        actions={
          <>
            <AvatarStack people={onBoard} size={28} role="group" aria-label="Auch hier" className="mr-1" />
            {hasAbility(role, "editRecords") && (
              <Link to="/feedback/new" className={cx(buttonClass({ variant: "primary" }), "max-md:w-11 max-md:px-0")}>
                <Icon of={Plus} />
                <span className="max-md:sr-only">Feedback geben</span>
                <Kbd aria-hidden="true" className="ml-0.5 max-md:hidden">
                  C
                </Kbd>
              </Link>
            )}
          </>
        }
      />
      <div className="mb-3.5 mt-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        {/* biome-ignore lint/a11y/useSemanticElements: React does not know the element <search> and warns of it */}
        <div role="search" className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-2">
          <ListSearch
            label={feedback.labels.search}
            value={state.search}
            onSearch={(search) => change({ search }, { replace: state.search !== "" })}
          />
          <span aria-hidden="true" className="mx-1 h-5 w-px bg-line-strong max-lg:hidden" />
          <FilterBar
            declaration={feedback}
            where={withoutOwn(state.where)}
            onChange={(where) =>
              change({ where: [...where, ...state.where.filter((each) => !withoutOwn([each]).length)] })
            }
          />
          <OwnFilters where={state.where} onChange={(where) => change({ where })} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full max-md:justify-between">
          {board.data && <Exits board={board.data} query={params} />}
          <Layouts current={layout} />
        </div>
      </div>
      {board.isPending && <BoardSkeleton columns={layout === "board" ? 5 : 3} />}
      {board.isError && !board.data && (
        <ListError
          message="Das Board konnte nicht geladen werden."
          errorId={problemOf(board.error)?.requestId}
          onRetry={() => board.refetch()}
          retrying={board.isFetching}
        />
      )}
      {isEmpty && isNarrowed(state) && <NoHits onReset={reset} />}
      {isEmpty && !isNarrowed(state) && <EmptyFeedback isRoadmap={layout === "roadmap"} />}
      {board.data && !isEmpty && layout === "roadmap" && (
        <Roadmap board={board.data} readers={readers} onMore={showMore} />
      )}
      {board.data && !isEmpty && layout === "board" && <Board board={board.data} readers={readers} onMore={showMore} />}
    </>
  );
}

/** Selecting has a board share its rows also with one of another input that was shown before. */
const unchanged = (board: FeedbackBoard) => board;

function countAll({ columns, exits }: FeedbackBoard): number {
  return [...columns, ...exits].reduce((sum, { total }) => sum + total, 0);
}

/** What has left the way through the columns, as a text that leads to the list. */
function Exits({ board: { exits }, query }: { board: FeedbackBoard; query: URLSearchParams }) {
  const some = exits.filter(({ total }) => total > 0);
  if (some.length === 0) return null;
  return (
    <p className="flex flex-wrap text-ui text-text-3">
      {some.map(({ status, total }, index) => {
        const params = new URLSearchParams(query);
        params.set("f[status]", formatFilter({ field: "status", is: "oneOf", values: [status] }));
        return (
          <span key={status} className="max-md:py-3">
            {index > 0 && ",\u00a0"}
            <Link to={`/feedback?${params}`} className="hover:text-text-1 hover:underline">
              {feedbackStatuses[status]} {formatNumber(total)}
            </Link>
          </span>
        );
      })}
    </p>
  );
}

/** A portal in which nobody has said anything yet, or in which nothing is planned. */
function EmptyFeedback({ isRoadmap }: { isRoadmap: boolean }) {
  const role = useRole();
  const links: EmptyAction[] = [];
  if (isRoadmap)
    links.push({ icon: List, title: "Zum Board", text: "Alles, was gemeldet wurde", href: "/feedback?layout=board" });
  if (hasAbility(role, "editRecords"))
    links.push({
      icon: MessageSquarePlus,
      title: "Feedback geben",
      text: "Ein Fehler, eine Idee, eine Frage oder ein Lob",
      href: "/feedback/new",
    });
  return (
    <EmptyState
      title={isRoadmap ? "Noch nichts geplant." : feedback.labels.emptyTitle}
      text={isRoadmap ? "Sobald etwas geplant ist, steht hier, was wann kommt." : feedback.labels.emptyText}
      actions={links}
      className="mt-16 md:mt-[104px]"
      renderLink={(href, link) => (
        <Link key={href} to={href} className={link.className}>
          {link.children}
        </Link>
      )}
    />
  );
}

/** The single keys that the list has, too: `c` gives feedback, `/` searches. */
function useBoardKeys(role: Role): void {
  const navigate = useNavigate();
  usePageKey("c", hasAbility(role, "editRecords") ? () => navigate("/feedback/new") : undefined);
  usePageKey("/", () => document.querySelector<HTMLInputElement>(`[${searchMark}]`)?.focus());
}

/** Who else looks at the board, and who at which of its entries, as it happens. */
function useBoardPresence() {
  const members = useBoardRoom("feedback");
  return useMemo(() => {
    const readers = new Map<string, StackPerson[]>();
    for (const [at, reading] of Map.groupBy(members, (member) => member.at)) {
      if (at !== undefined) readers.set(at, peopleOf(reading));
    }
    return { onBoard: peopleOf(members.filter(({ at }) => at === undefined)), readers };
  }, [members]);
}

function peopleOf(members: readonly RecordMember[]): StackPerson[] {
  return members.map(({ id, name, image }) => ({ id, name, src: avatarUrl(image), presence: "here" }));
}

const own = [
  { field: "authorId", label: "Von mir" },
  { field: "followers", label: "Ich folge" },
] as const;

const isOwn = (filter: Filter, name: string) =>
  filter.field === name && filter.is === "oneOf" && filter.values.length === 1 && filter.values[0] === "me";

/** The conditions that are not switched by the buttons of `OwnFilters`. */
const withoutOwn = (where: readonly Filter[]) =>
  where.filter((filter) => !own.some(({ field }) => isOwn(filter, field)));

/** What a person has asked for or follows themself, each at one press. */
function OwnFilters({ where, onChange }: { where: readonly Filter[]; onChange: (where: Filter[]) => void }) {
  return (
    <>
      {own.map(({ field, label }) => {
        const isOn = where.some((filter) => isOwn(filter, field));
        return (
          <button
            key={field}
            type="button"
            aria-pressed={isOn}
            onClick={() =>
              onChange(
                isOn
                  ? where.filter((filter) => !isOwn(filter, field))
                  : [...where, { field, is: "oneOf", values: ["me"] }],
              )
            }
            className={cx(
              "h-7 flex-none rounded-6 px-[9px] text-ui font-medium transition-colors max-md:h-11",
              isOn
                ? "bg-inverse text-on-inverse"
                : "text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-sunken hover:text-text-1",
            )}
          >
            {label}
          </button>
        );
      })}
    </>
  );
}
