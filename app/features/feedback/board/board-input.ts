import { feedback } from "../../../../contract/feedback/feedback.ts";
import { type ListState, readListState, toScope } from "../../../../contract/records/list-state.ts";

export type CardCounts = Partial<Record<"new" | "reviewed" | "planned" | "inProgress" | "done", number>>;

/** What the board asks the server for. */
export function boardInput(state: ListState, { roadmap, cards = {} }: { roadmap: boolean; cards?: CardCounts }) {
  return { ...toScope(state), cards, roadmap };
}

/** The same for the URL of a request, so that the first paint has its cards. */
export function boardInputOf(request: Request, roadmap: boolean) {
  return boardInput(readListState(new URL(request.url).searchParams, feedback), { roadmap });
}
