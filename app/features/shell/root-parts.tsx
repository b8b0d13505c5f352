import { lazy, Suspense } from "react";
import { PageProblem } from "../../lib/pages/page-problem.tsx";

// The sign-in page does not need it, so it stays out of its first load; shell pages fetch it ahead.
const Skeleton = lazy(() => import("./shell-skeleton.tsx").then((module) => ({ default: module.ShellSkeleton })));

export function LoadingShell() {
  return (
    <Suspense fallback={null}>
      <Skeleton />
    </Suspense>
  );
}

/** The error page outside the shell. */
export function RootProblem() {
  return (
    <main className="mx-auto w-full max-w-[1440px] px-gutter pb-14 pt-16 md:pt-[136px]">
      <PageProblem />
    </main>
  );
}
