import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { minuteMs } from "../../contract/time/durations.ts";
import { NoPublicPage } from "../features/status-pages/no-public-page.tsx";
import { PublicStatus } from "../features/status-pages/public-status.tsx";
import { useRereading } from "../features/status-pages/use-rereading.ts";

export const handle = { secure: false };

export const meta: MetaFunction<typeof loader> = ({ data: loaded, params: { token = "" } }) => [
  { title: loaded?.page ? `Status: ${loaded.page.title}` : "Status" },
  { name: "robots", content: "noindex, nofollow" },
  ...(loaded?.page
    ? [
        {
          tagName: "link",
          rel: "alternate",
          type: "application/atom+xml",
          title: loaded.page.title,
          href: `/status/${token}/feed.atom`,
        },
      ]
    : []),
];

export async function loader({ params: { token = "" }, context }: LoaderFunctionArgs) {
  const page = await context.publicPages.status(token);
  return data({ page, token }, { status: page ? 200 : 404, headers: { "Cache-Control": "private, no-store" } });
}

/** How a customer's websites are, for everybody who has the URL; it works without an account, and without scripts. */
export default function StatusRoute() {
  const { page, token } = useLoaderData<typeof loader>();
  useRereading(minuteMs);
  return page ? <PublicStatus page={page} token={token} /> : <NoPublicPage />;
}
