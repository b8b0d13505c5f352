import { useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { JobRow } from "./job-row.tsx";

const columns = [
  { label: "Name" },
  { label: "Plan", className: "w-36 xl:w-44" },
  { label: "Zuletzt", className: "w-36" },
  { label: "Dauer", className: "w-20 max-lg:hidden xl:w-24" },
  { label: "Ergebnis", className: "w-28" },
  { label: "Nächster Lauf", className: "w-36 max-xl:hidden" },
  { label: "Ausführen", className: "w-32", isHidden: true },
];

/** Everything that repeats; it asks again while one of the tasks is running. */
export function JobList() {
  const trpc = useTRPC();
  const tasks = useQuery(
    trpc.job.list.queryOptions(
      {},
      { refetchInterval: ({ state }) => (state.data?.some(({ isRunning }) => isRunning) ? 2000 : false) },
    ),
  );
  return (
    <QueryPanel query={tasks} failure="Die Aufgaben konnten nicht geladen werden." rows={10}>
      {(all) => (
        <table className="w-full text-ui max-md:block [&_td]:pl-0 [&_th]:pl-0">
          <caption className="sr-only">Aufgaben</caption>
          <thead className="max-md:sr-only">
            <ColumnHeads of={columns} />
          </thead>
          <tbody className="max-md:block">
            {all.map((task) => (
              <JobRow key={task.name} task={task} />
            ))}
          </tbody>
        </table>
      )}
    </QueryPanel>
  );
}
