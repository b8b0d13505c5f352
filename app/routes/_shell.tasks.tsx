import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { readTaskList } from "../features/tasks/task-list-input.ts";
import { TasksPage } from "../features/tasks/tasks-page.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Aufgaben");

export async function loader({ request, context: { api } }: LoaderFunctionArgs) {
  const input = readTaskList(new URL(request.url).searchParams);
  return { state: await prefill([[queryKeys.task.list.queryKey(input), api.task.list(input)]]) };
}

export default function TasksRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <TasksPage />
    </HydrationBoundary>
  );
}
