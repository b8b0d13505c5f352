import { Button } from "../../ui/button.tsx";

/** Says that records could not be searched; what needs no server stays below it. */
export function SearchProblem({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <div role="alert" className="flex flex-none items-center gap-3 border-b px-[18px] py-2 text-ui text-bad-text">
      <span className="min-w-0 flex-1">Suche nicht erreichbar</span>
      <Button size="sm" loading={isRetrying} onClick={onRetry}>
        Erneut versuchen
      </Button>
    </div>
  );
}
