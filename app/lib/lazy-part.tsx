import { type FunctionComponent, type ReactNode, useEffect, useState } from "react";
import { lazyModule, useLazyModule } from "../ui/overlays/lazy-module.ts";

/**
 * A part of a page that is fetched by itself; the skeleton stands for it meanwhile, and the boundary around it is told
 * when it cannot be fetched. The server's page never holds it: while what draws it is still on its way, the first update
 * that reaches it would have React throw the server's part away with an error (421, „received an update before it
 * finished hydrating“).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  skeleton: ReactNode | ((props: Props) => ReactNode),
): (props: Props) => ReactNode {
  const lazy = lazyModule(load);
  return function LazyPart(props) {
    const Part = useLazyModule(lazy, true);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      lazy.load().catch((error: unknown) => setFailure(error ?? new Error("a part of the page could not be fetched")));
    }, []);
    if (failure) throw failure;
    if (!Part) return typeof skeleton === "function" ? skeleton(props) : skeleton;
    return <Part {...props} />;
  };
}
