import { RowSkeletons, Skeleton } from "../../ui/placeholders/skeleton.tsx";

/** What stands in the place of a page that lets wait for itself, in its rough shape. */
export function PageSkeleton({ path }: { path: string }) {
  const depth = path.split("/").filter(Boolean).length;
  return (
    <div data-page-skeleton>{depth === 0 ? <DashboardShape /> : depth === 1 ? <ListShape /> : <RecordShape />}</div>
  );
}

function ListShape() {
  return (
    <>
      <Skeleton className="my-1 h-7 w-48" />
      <div className="mt-6 flex gap-3">
        <Skeleton className="h-8 w-[264px] max-w-[60%] rounded-6" />
        <Skeleton className="h-8 w-24 rounded-6" />
      </div>
      <RowSkeletons className="mt-8 border-t" />
    </>
  );
}

function RecordShape() {
  return (
    <>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-4 h-7 w-64 max-w-full" />
      <Skeleton className="mt-2 h-4 w-80 max-w-full" />
      <Skeleton className="mt-[50px] h-[3px] w-full" />
      <RowSkeletons rows={6} className="mt-16" />
    </>
  );
}

function DashboardShape() {
  return (
    <>
      <Skeleton className="my-1 h-3 w-[180px]" />
      <Skeleton className="mt-3 h-7 w-full max-w-[460px] rounded-6" />
      <div className="mt-8 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_384px]">
        <RowSkeletons />
        <RowSkeletons rows={6} />
      </div>
    </>
  );
}
