import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { ListError, NoHits } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { peopleQuery, usePeopleFilters } from "./people-filters.ts";
import { PeopleToolbar } from "./people-toolbar.tsx";
import { PersonRow } from "./person-row.tsx";

export function PeopleList() {
  const trpc = useTRPC();
  const { filters, change, reset } = usePeopleFilters();
  const people = useQuery(trpc.user.list.queryOptions(peopleQuery(filters), { placeholderData: keepPreviousData }));
  return (
    <>
      <PeopleToolbar filters={filters} onChange={change} />
      {people.isPending && <RowSkeletons />}
      {people.isError && !people.data && (
        <ListError
          errorId={problemOf(people.error)?.requestId}
          onRetry={() => people.refetch()}
          retrying={people.isFetching}
        />
      )}
      {people.data?.totalItems === 0 && <NoHits onReset={reset} />}
      {people.data && people.data.totalItems > 0 && (
        <table className="w-full text-ui max-md:block [&_td]:px-0 [&_th]:px-0">
          <caption className="sr-only">Benutzer</caption>
          <thead className="max-md:sr-only">
            <tr className="h-[34px] border-b border-line-strong text-left text-label text-text-3">
              <th scope="col" className="font-medium">
                Name
              </th>
              <th scope="col" className="w-36 font-medium">
                Rolle
              </th>
              <th scope="col" className="w-36 font-medium">
                Status
              </th>
              <th scope="col" className="w-44 font-medium max-lg:hidden">
                Zuletzt aktiv
              </th>
              <th scope="col" className="w-10">
                <span className="sr-only">Aktionen</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-md:block">
            {people.data.data.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </tbody>
        </table>
      )}
      <Pager
        page={filters.page}
        totalPages={people.data?.totalPages ?? 0}
        onPage={(page) => change({ page: String(page) })}
      />
    </>
  );
}
