import { RouteProblem } from "../shell/route-problem.tsx";
import { SearchButton } from "../shell/search-button.tsx";

/** A page of the wiki that failed; the tree beside it stays. */
export function WikiProblem() {
  return (
    <div className="px-gutter pt-12 md:pt-[108px]">
      <RouteProblem action={<SearchButton />} />
    </div>
  );
}
