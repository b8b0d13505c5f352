import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { deadlineTab } from "../../deadlines/deadline-tab-entry.tsx";
import { taskTab } from "../../tasks/task-tab-entry.tsx";

/** What is to be done about a page and by when, folded away until somebody asks. */
export function PageDates({ page: { row } }: { page: PageReading }) {
  const [isOpen, setOpen] = useState(false);
  const about = { targetType: "page", targetId: row.id } as const;
  const { deadline, task } = useTRPC();
  const open = useQuery(deadline.list.queryOptions({ ...about, limit: 1 })).data?.totalItems ?? 0;
  const tasks = useQuery(task.list.queryOptions({ ...about, limit: 1 })).data?.totalItems ?? 0;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-ui font-semibold marker:text-text-3 max-md:min-h-11">
        Termine und Aufgaben {open + tasks > 0 && <span className="num font-normal text-text-3">{open + tasks}</span>}
      </summary>
      {isOpen && (
        <div className="mt-4 grid gap-7">
          <div>{deadlineTab.render(row)}</div>
          <div>{taskTab.render(row)}</div>
        </div>
      )}
    </details>
  );
}
