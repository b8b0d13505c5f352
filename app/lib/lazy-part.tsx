import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useHydrated } from "./use-hydrated.ts";

/**
 * A part of a page that is fetched by itself; `bones` stand for it meanwhile. The server's page never holds it: while
 * what draws it is still on its way, the first update that reaches it would have React throw the server's part away
 * with an error (421, „received an update before it finished hydrating“).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  bones: ReactNode,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  return function LazyPart(props) {
    if (!useHydrated()) return bones;
    return (
      <Suspense fallback={bones}>
        <Part {...props} />
      </Suspense>
    );
  };
}
