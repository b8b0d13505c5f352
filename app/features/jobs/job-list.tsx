import { useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { JobRow } from "./job-row.tsx";

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
            <tr className="h-[34px] border-b border-line-strong text-left text-label text-text-3 [&>th]:font-medium">
              <th scope="col">Name</th>
              <th scope="col" className="w-36 xl:w-44">
                Plan
              </th>
              <th scope="col" className="w-36">
                Zuletzt
              </th>
              <th scope="col" className="w-20 max-lg:hidden xl:w-24">
                Dauer
              </th>
              <th scope="col" className="w-28">
                Ergebnis
              </th>
              <th scope="col" className="w-36 max-xl:hidden">
                Nächster Lauf
              </th>
              <th scope="col" className="w-32">
                <span className="sr-only">Ausführen</span>
              </th>
            </tr>
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
