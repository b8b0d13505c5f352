import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { websites } from "../../contract/websites/websites.ts";
import { DiscoverLine } from "../features/discoveries/discover-line.tsx";
import { DiscoverLink } from "../features/discoveries/discover-link.tsx";
import { websiteListUi } from "../features/websites/list-ui.ts";
import { WebsiteTiles } from "../features/websites/website-tiles.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { loadList } from "../records/list/load-list.ts";
import { RecordList } from "../records/list/record-list.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle(websites.labels.many);

export async function loader(args: LoaderFunctionArgs) {
  return { state: await loadList(args, websites) };
}

export default function WebsitesPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <RecordList
        declaration={websites}
        ui={websiteListUi}
        tiles={WebsiteTiles}
        actions={<DiscoverLink />}
        empty={{
          text: "Gib einfach eine Adresse ein, den Rest finden wir heraus.",
          lead: <DiscoverLine />,
        }}
      />
    </HydrationBoundary>
  );
}
