import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { isKeyOf } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { type TaskScope, type TaskView, taskScopes, taskViews } from "../../../contract/tasks/tasks.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { SearchField } from "../../lib/form/search-field.tsx";
import { useFilterParams } from "../../lib/pages/use-filter-params.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { usePageKey } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Segment } from "../../ui/form/segment.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { openNewTask, openTask } from "./open-task-dialogs.tsx";
import { TaskFilterBar } from "./task-filters.tsx";
import { TaskItem } from "./task-item.tsx";
import { readTaskFilters, readTaskList } from "./task-list-input.ts";

/** All tasks, by whose they are and whether they are done; the address is the state. */
export function TasksPage() {
  const { searchParams, change } = useFilterParams({ replaces: true });
  const trpc = useTRPC();
  const mayWrite = hasAbility(useRole(), "writeTasks");
  const input = readTaskList(searchParams);
  const filters = readTaskFilters(searchParams);
  const tasks = useQuery(trpc.task.list.queryOptions(input, { placeholderData: (before) => before }));
  useNamedTask(searchParams.get("task"));
  const begin = () => void openNewTask();
  usePageKey("c", mayWrite ? begin : undefined);
  return (
    <>
      <PageHeader
        title="Aufgaben"
        {...(tasks.data && { count: tasks.data.totalItems })}
        actions={
          mayWrite && (
            <Button variant="primary" icon={Plus} keyHint="T" onClick={begin}>
              Neue Aufgabe
            </Button>
          )
        }
      />
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <Segment
          label="Wessen Aufgaben"
          options={optionsOf(taskScopes)}
          value={input.scope}
          onChange={(scope) => change({ scope: scope === "mine" ? "" : scope })}
        />
        <Segment
          label="Stand"
          options={optionsOf(taskViews)}
          value={input.view}
          onChange={(view) => change({ view: view === "open" ? "" : view })}
        />
        <div className="ml-auto w-[264px] max-md:w-full md:[&_input]:h-8 md:[&_input]:text-ui">
          <SearchField
            aria-label="In Aufgaben suchen"
            placeholder="In Aufgaben suchen …"
            className="w-full"
            maxLength={200}
            value={input.search}
            onSearch={(q) => change({ q })}
          />
        </div>
      </div>
      <TaskFilterBar filters={filters} onChange={change} />
      <div className="mt-4 border-t">
        <QueryPanel query={tasks} failure="Die Aufgaben konnten nicht geladen werden.">
          {({ data, totalPages }) => (
            <>
              {data.length === 0 && (
                <p role="status" className="border-b py-5 text-text-2">
                  {emptyText(input, Object.values(filters).some(Boolean))}
                </p>
              )}
              <ul aria-label="Aufgaben">
                {data.map((task) => (
                  <TaskItem key={task.id} task={task} />
                ))}
              </ul>
              <Pager page={input.page} totalPages={totalPages} onPage={(page) => change({ page: String(page) })} />
            </>
          )}
        </QueryPanel>
      </div>
    </>
  );
}

const optionsOf = <Key extends string>(labels: Record<Key, string>) =>
  Object.entries<string>(labels).flatMap(([value, label]) => (isKeyOf(labels, value) ? [{ value, label }] : []));

function emptyText(
  { scope, view, search }: { scope: TaskScope; view: TaskView; search: string },
  isFiltered: boolean,
): string {
  if (isFiltered) return "Keine Aufgabe für diese Filter.";
  if (search) return "Dazu gibt es keine Aufgabe.";
  if (view === "done") return "Hier ist noch nichts erledigt.";
  if (view === "snoozed") return "Nichts ist zurückgestellt.";
  if (scope === "mine") return "Nichts wartet auf dich. Was dir oder deiner Rolle zugewiesen ist, steht hier.";
  return scope === "team" ? "Nichts wartet darauf, dass sich jemand findet." : "Keine offenen Aufgaben.";
}

/** Opens the task that the address names, as a notification or the audit log does. */
function useNamedTask(id: string | null): void {
  const { data } = useQuery(useTRPC().task.get.queryOptions({ id: id ?? "" }, { enabled: id !== null, retry: false }));
  const opened = useRef<string>();
  useEffect(() => {
    if (!data || opened.current === data.id) return;
    opened.current = data.id;
    void openTask(data);
  }, [data]);
}
