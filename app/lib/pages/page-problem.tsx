import { lazy, Suspense, useState } from "react";

type Problem = typeof import("./route-problem.tsx");

let arrived: Problem | undefined;

/** Fetches what an error page is made of, which hardly any page ever shows. */
export async function fetchPageProblem(): Promise<Problem> {
  arrived ??= await import("./route-problem.tsx");
  return arrived;
}

const Fetched = lazy(() =>
  fetchPageProblem().then(
    ({ RouteProblem }) => ({ default: RouteProblem }),
    () => ({ default: NoConnection }),
  ),
);

/** What stands in place of a page that failed, the server's page included; at once where it has been fetched ahead. */
export function PageProblem({ canSearch = false }: { canSearch?: boolean }) {
  const [Shown] = useState(() => arrived?.RouteProblem ?? Fetched);
  return (
    <Suspense fallback={null}>
      <Shown canSearch={canSearch} />
    </Suspense>
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
