import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { secondMs } from "../../contract/time/durations.ts";
import { NoPublicPage } from "../features/status-pages/no-public-page.tsx";
import { useRereading } from "../features/status-pages/use-rereading.ts";
import { WallScreen } from "../features/status-pages/wall-screen.tsx";

export const handle = { secure: false };

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.wall?.title ?? "Bildschirm" },
  { name: "robots", content: "noindex, nofollow" },
];

export async function loader({ params: { token = "" }, context }: LoaderFunctionArgs) {
  const wall = await context.publicPages.wall(token);
  return data({ wall }, { status: wall ? 200 : 404, headers: { "Cache-Control": "private, no-store" } });
}

/** The screen on the office's wall: names and states of all that is watched, read anew every ten seconds. */
export default function WallRoute() {
  const { wall } = useLoaderData<typeof loader>();
  const isStale = useRereading(10 * secondMs);
  return wall ? <WallScreen wall={wall} isStale={isStale} /> : <NoPublicPage />;
}
