import { RowSkeletons, Skeleton } from "../../ui/placeholders/skeleton.tsx";

/** The page of a record while it is on its way. */
export function RecordSkeleton() {
  return (
    <>
      <Skeleton className="h-4 w-40" />
      <div className="mt-4 flex items-center gap-3.5">
        <Skeleton className="h-11 w-11 flex-none rounded-10" />
        <div className="flex-1">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="mt-2 h-4 w-80 max-w-full" />
        </div>
      </div>
      <Skeleton className="mt-[50px] h-[3px] w-full" />
      <RowSkeletons rows={6} className="mt-16" />
    </>
  );
}
