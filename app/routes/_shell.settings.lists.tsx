import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { declarationOf } from "../../contract/records/declarations.ts";
import { SettingsHeader } from "../features/settings/settings-header.tsx";
import { listSections, sectionOf } from "../features/value-lists/list-sections.ts";
import { ValueList } from "../features/value-lists/value-list.tsx";
import { readValueState, valueInput } from "../features/value-lists/value-state.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { Tabs } from "../ui/tabs.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Listen");

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const searchParams = new URL(request.url).searchParams;
  const reads = sectionOf(searchParams).types.map((type): Parameters<typeof prefill>[0][number] => {
    const input = valueInput(readValueState(searchParams, type));
    return [queryKeys[type].list.queryKey(input), api[type].list(input)];
  });
  return { state: await prefill(reads) };
}

export default function SettingsListsPage() {
  const { state } = useLoaderData<typeof loader>();
  const [searchParams] = useSearchParams();
  const section = sectionOf(searchParams);
  return (
    <HydrationBoundary state={state}>
      <SettingsHeader title="Listen" />
      <Tabs
        label="Listen"
        className="mt-3"
        items={listSections.map(({ key, label }) => ({ key, label, current: key === section.key }))}
        renderLink={({ key }, link) => <Link to={`?list=${key}`} preventScrollReset {...link} />}
      />
      {section.types.map((type) => (
        <section key={type} aria-label={declarationOf(type).labels.many} className="mt-5">
          {section.types.length > 1 && <h2>{declarationOf(type).labels.many}</h2>}
          <ValueList type={type} />
        </section>
      ))}
    </HydrationBoundary>
  );
}
