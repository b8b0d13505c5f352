import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Pager } from "../../ui/pager.tsx";
import { AddButton, Section } from "../../ui/section.tsx";
import { openNewTask } from "./open-task-dialogs.tsx";
import { TaskItem } from "./task-item.tsx";

const atOnce = 50;

/** The tab „Aufgaben“: what is to be done about a record, and what was. */
export function TaskTab({ target }: { target: RecordKey & { title: string } }) {
  const { type, id, title } = target;
  const trpc = useTRPC();
  const mayWrite = hasAbility(useRole(), "writeTasks");
  const [page, setPage] = useState(1);
  const about = { targetType: type, targetId: id } as const;
  const open = useQuery(trpc.task.list.queryOptions({ ...about, page, limit: atOnce }));
  const done = useQuery(trpc.task.list.queryOptions({ ...about, view: "done", limit: 10 }));
  return (
    <>
      <Section
        title="Aufgaben"
        aside={
          mayWrite && (
            <AddButton onClick={() => void openNewTask({ target: { type, id, title } })}>Neue Aufgabe</AddButton>
          )
        }
      >
        <QueryPanel query={open} failure="Die Aufgaben konnten nicht geladen werden." rows={3}>
          {({ data, totalPages }) =>
            data.length === 0 ? (
              <p className="py-4 text-ui text-text-2">
                Hier ist nichts zu tun.
                {mayWrite && (
                  <>
                    {" "}
                    Mit <Kbd>t</Kbd> legst du von überall auf dieser Seite eine Aufgabe an.
                  </>
                )}
              </p>
            ) : (
              <>
                <ul>
                  {data.map((task) => (
                    <TaskItem key={task.id} task={task} hidesTarget />
                  ))}
                </ul>
                <Pager page={page} totalPages={totalPages} onPage={setPage} />
              </>
            )
          }
        </QueryPanel>
      </Section>
      {done.data && done.data.data.length > 0 && (
        <Section title={`Erledigt (${done.data.totalItems})`} className="mt-11">
          <ul>
            {done.data.data.map((task) => (
              <TaskItem key={task.id} task={task} hidesTarget />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
