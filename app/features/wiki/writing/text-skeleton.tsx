import { Skeleton } from "../../../ui/placeholders/skeleton.tsx";

/** The text of a page until it can be written in. */
export function TextSkeleton() {
  return (
    <div role="status" className="pt-4">
      <span className="sr-only">Wird zum Bearbeiten geöffnet …</span>
      {["w-full", "w-[94%]", "w-[97%]", "w-[62%]"].map((width) => (
        <Skeleton key={width} className={`mt-4 h-3.5 ${width}`} />
      ))}
    </div>
  );
}
