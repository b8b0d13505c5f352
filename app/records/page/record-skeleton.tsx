import { Bone, RowBones } from "../../ui/placeholders/skeleton.tsx";

/** The page of a record while it is on its way. */
export function RecordBones() {
  return (
    <>
      <Bone className="h-4 w-40" />
      <div className="mt-4 flex items-center gap-3.5">
        <Bone className="h-11 w-11 flex-none rounded-10" />
        <div className="flex-1">
          <Bone className="h-7 w-64 max-w-full" />
          <Bone className="mt-2 h-4 w-80 max-w-full" />
        </div>
      </div>
      <Bone className="mt-[50px] h-[3px] w-full" />
      <RowBones rows={6} className="mt-16" />
    </>
  );
}
