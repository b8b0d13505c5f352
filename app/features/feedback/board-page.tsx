import { Link, useSearchParams } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type BoardStatus, feedback, feedbackStatuses } from "../../../contract/feedback/feedback.ts";
import type { FeedbackBoard } from "../../../contract/feedback/feedback-entry.ts";
import { formatFilter } from "../../../contract/records/filters.ts";
import { isNarrowed } from "../../../contract/records/list-state.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { FilterBar } from "../../records/list/filters/filter-bar.tsx";
import { SearchField } from "../../records/list/search-field.tsx";
import { useListState } from "../../records/list/use-list-state.ts";
import { AvatarStack } from "../../ui/avatar/avatar-stack.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ListError, NoHits } from "../../ui/placeholders/list-states.tsx";
import { Board } from "./board.tsx";
import { BoardBones } from "./board-bones.tsx";
import { boardInput, type CardCounts } from "./board-input.ts";
import { EmptyFeedback } from "./empty-feedback.tsx";
import { Layouts } from "./layouts.tsx";
import { OwnFilters, withoutOwn } from "./own-filters.tsx";
import { Roadmap } from "./roadmap.tsx";
import { useBoardKeys } from "./use-board-keys.ts";
import { useBoardPresence } from "./use-board-presence.ts";

/** Feedback by where it stands: as the board on which it moves, or as the roadmap of what comes. */
export function BoardPage({ layout }: { layout: "board" | "roadmap" }) {
  const { state, change, reset } = useListState(feedback);
  const [address] = useSearchParams();
  const [cards, setCards] = useState<CardCounts>({});
  const role = useRole();
  const trpc = useTRPC();
  const input = boardInput(state, { roadmap: layout === "roadmap", cards });
  const board = useQuery(trpc.feedback.board.queryOptions(input, { placeholderData: keepPreviousData }));
  const { onBoard, readersOf } = useBoardPresence();
  useBoardKeys(role);
  const showMore = (status: BoardStatus, shown: number) => setCards((now) => ({ ...now, [status]: shown }));
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
          <SearchField
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
          {board.data && <Exits board={board.data} query={address} />}
          <Layouts current={layout} />
        </div>
      </div>
      {board.isPending && <BoardBones columns={layout === "board" ? 5 : 3} />}
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
        <Roadmap board={board.data} readersOf={readersOf} onMore={showMore} />
      )}
      {board.data && !isEmpty && layout === "board" && (
        <Board board={board.data} readersOf={readersOf} onMore={showMore} />
      )}
    </>
  );
}

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
        const address = new URLSearchParams(query);
        address.set("f[status]", formatFilter({ field: "status", is: "oneOf", values: [status] }));
        return (
          <span key={status} className="max-md:py-3">
            {index > 0 && ",\u00a0"}
            <Link to={`/feedback?${address}`} className="hover:text-text-1 hover:underline">
              {feedbackStatuses[status]} {formatNumber(total)}
            </Link>
          </span>
        );
      })}
    </p>
  );
}
