import { isKeyOf } from "../../../contract/narrowing.ts";
import { taskScopes, taskViews } from "../../../contract/tasks/tasks.ts";

/** What the address of the list of tasks asks for; what it cannot mean is as if it were not there. */
export function readTaskList(params: URLSearchParams) {
  const [scope, view, page] = [params.get("scope") ?? "", params.get("view") ?? "", Number(params.get("page"))];
  return {
    scope: isKeyOf(taskScopes, scope) ? scope : ("mine" as const),
    view: isKeyOf(taskViews, view) ? view : ("open" as const),
    search: (params.get("q") ?? "").slice(0, 200),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: 50,
  };
}
