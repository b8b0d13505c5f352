import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PagedList } from "../../../lib/api/paged-list.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
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
      <PagedList
        query={people}
        page={filters.page}
        onPage={(page) => change({ page: String(page) })}
        empty=""
        onReset={reset}
      >
        {(found) => (
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
              {found.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </>
  );
}
