import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";

/** A page of the wiki while it is on its way. */
export function PageSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-[680px] px-gutter pt-[26px]">
      <span className="sr-only">Wird geladen …</span>
      <Skeleton className="h-4 w-32" />
      <Skeleton className="mt-8 h-8 w-96 max-w-full" />
      <Skeleton className="mt-4 h-4 w-72 max-w-full" />
      <Skeleton className="mt-6 h-[3px] w-full" />
      {["w-full", "w-[94%]", "w-[97%]", "w-[62%]"].map((width) => (
        <Skeleton key={width} className={`mt-4 h-3.5 ${width}`} />
      ))}
      <Skeleton className="mt-10 h-5 w-52" />
      {["w-[90%]", "w-full", "w-[71%]"].map((width) => (
        <Skeleton key={width} className={`mt-4 h-3.5 ${width}`} />
      ))}
    </div>
  );
}
