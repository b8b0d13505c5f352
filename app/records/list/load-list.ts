import { type AppLoadContext, redirect } from "@remix-run/node";
import type { Declaration } from "../../../contract/records/declaration.ts";
import {
  declarationFor,
  inDensity,
  isNarrowed,
  readListState,
  toListInput,
  writeListState,
} from "../../../contract/records/list-state.ts";
import type { ListType } from "../../../contract/records/record-types.ts";
import { prefill, queryKeys } from "../../lib/api/prefill.ts";
import { anyArchived } from "./any-archived.ts";
import { stateOfSavedView } from "./views/saved-view-state.ts";

interface ListRequest {
  request: Request;
  context: AppLoadContext;
}

/**
 * Reads what a list shows first. A list without any state opens in the view that is the default for all, where there
 * is one.
 */
export async function loadList({ request, context }: ListRequest, whole: Declaration) {
  const type = whole.type as ListType;
  const { session } = context;
  const declaration = inDensity(declarationFor(whole, session?.user.role ?? "readonly"), session?.preferences?.density);
  const { searchParams, pathname } = new URL(request.url);
  const views = context.api.savedView.list({ type });
  if (searchParams.size === 0) {
    const standard = (await views.catch(() => [])).find(({ isDefault }) => isDefault);
    const query = standard && writeListState(stateOfSavedView(standard, declaration), declaration);
    if (query?.size) throw redirect(`${pathname}?${query}`);
  }
  const state = readListState(searchParams, declaration);
  const input = toListInput(state, declaration);
  const list = context.api[type].list(input);
  const isBare = !isNarrowed(state) && (await list.catch(() => undefined))?.totalItems === 0;
  const reads: Parameters<typeof prefill>[0] = [
    [queryKeys[type].list.queryKey(input), list],
    [queryKeys.savedView.list.queryKey({ type }), views],
  ];
  if (isBare) reads.push([queryKeys[type].list.queryKey(anyArchived), context.api[type].list(anyArchived)]);
  return prefill(reads);
}
