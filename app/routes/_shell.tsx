import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { RouteProblem } from "../features/shell/route-problem.tsx";
import { SearchButton } from "../features/shell/search-button.tsx";
import { Shell } from "../features/shell/shell.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/only-when-asked.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return { live: context.live };
}

export default function ShellRoute() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <div className="pt-12 md:pt-[108px]">
        <RouteProblem action={<SearchButton />} />
      </div>
    </Shell>
  );
}
