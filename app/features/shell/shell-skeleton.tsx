import { Mark } from "../../ui/brand.tsx";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";

const entries = [50, 44, 46, 38, 42, 38, 28, 34, 48, 60];
const groupStarts = new Set([1, 6, 9]);
const wideRows = ["72%", "58%", "66%", "50%", "62%", "44%"];
const sideRows = ["72%", "58%", "66%", "50%"];
const railSkeleton = "bg-[color-mix(in_srgb,var(--text-1)_8%,transparent)]";
const card = "rounded-10 border bg-surface px-6 py-[22px]";

/** The whole shell before anything is known: the rail and three cards where the dashboard's blocks will stand. */
export function ShellSkeleton() {
  return (
    <div role="status" className="min-h-full md:grid md:grid-cols-[80px_minmax(0,1fr)]">
      <span className="sr-only">Wird geladen …</span>
      <RailSkeleton />
      <div className="mx-auto w-full max-w-[1440px] px-gutter pb-24 pt-7 md:pb-14">
        <Skeleton className="my-1 h-3 w-[180px]" />
        <Skeleton className="mt-3 h-7 w-full max-w-[460px] rounded-6" />
        <div className="mt-8 grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[minmax(0,1fr)_384px]">
          <div className={`${card} h-[92px] lg:col-span-2`}>
            <Skeleton className="h-4 w-[150px]" />
            <SkeletonRow width="72%" end={48} className="mt-3" />
          </div>
          <div className={`${card} h-[420px]`}>
            <Skeleton className="h-4 w-[150px]" />
            {wideRows.map((width, row) => (
              <SkeletonRow key={width} width={width} end={72} hasIcon className={row === 0 ? "mt-7" : "mt-[30px]"} />
            ))}
          </div>
          <div className={`${card} h-[420px]`}>
            <Skeleton className="h-4 w-[150px]" />
            {sideRows.map((width, row) => (
              <SkeletonRow key={width} width={width} end={48} className={row === 0 ? "mt-7" : "mt-[30px]"} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function RailSkeleton() {
  return (
    <div className="sticky top-0 hidden h-dvh w-20 flex-col border-r bg-canvas md:flex">
      <div className="grid h-16 flex-none place-items-center short:h-[52px]">
        <Mark title="" />
      </div>
      <div className="min-h-0 flex-1 overflow-hidden">
        {entries.map((width, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
            key={index}
            className={`flex h-[54px] flex-col items-center justify-center gap-1 short:h-12 ${groupStarts.has(index) ? "mt-2 short:mt-1" : ""}`}
          >
            <span className="grid h-[26px] w-10 place-items-center">
              <Skeleton className={`h-5 w-5 rounded-6 ${railSkeleton}`} />
            </span>
            <Skeleton className={`my-[3px] h-2 ${railSkeleton}`} style={{ width }} />
          </div>
        ))}
      </div>
      <div className="flex flex-none flex-col items-center gap-2.5 pb-3.5 pt-2.5">
        <Skeleton className={`m-2 h-6 w-6 rounded-8 ${railSkeleton}`} />
        <Skeleton className={`h-[60px] w-[60px] rounded-full ${railSkeleton}`} />
      </div>
    </div>
  );
}

type SkeletonRowProps = { width: string; end: number; hasIcon?: boolean; className: string };

function SkeletonRow({ width, end, hasIcon = false, className }: SkeletonRowProps) {
  return (
    <div className={`flex items-center gap-3.5 ${className}`}>
      {hasIcon && <Skeleton className="h-5 w-5 flex-none rounded-6" />}
      <span className="min-w-0 flex-1">
        <Skeleton className="h-3" style={{ width }} />
      </span>
      <Skeleton className="h-3 flex-none" style={{ width: end }} />
    </div>
  );
}
