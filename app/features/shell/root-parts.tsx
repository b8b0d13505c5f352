import { lazy, Suspense } from "react";

// The sign-in page needs neither, so both stay out of its first load; shell pages have the second and fetch the first ahead.
const Skeleton = lazy(() => import("./shell-skeleton.tsx").then((module) => ({ default: module.ShellSkeleton })));
const Problem = lazy(() =>
  import("../../lib/pages/route-problem.tsx").then(
    (module) => ({ default: module.RouteProblem }),
    () => ({ default: NoConnection }),
  ),
);

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
      <Suspense fallback={null}>
        <Problem />
      </Suspense>
    </main>
  );
}

/** When not even the words of the error page can be fetched. */
function NoConnection() {
  return (
    <>
      <h1>Keine Verbindung.</h1>
      <p className="mt-2 text-help text-text-2">Der Server ist gerade nicht zu erreichen.</p>
      <button type="button" className="mt-6 underline" onClick={() => window.location.reload()}>
        Erneut versuchen
      </button>
    </>
  );
}
