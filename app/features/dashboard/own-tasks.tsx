import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { linkClass } from "../../ui/link-class.ts";

/** How many tasks the person has, below what is due; leads to all of them. */
export function OwnTasks() {
  const { data } = useQuery(useTRPC().task.count.queryOptions({}));
  if (!data) return null;
  const { open, overdue } = data;
  return (
    <p className="mt-3 text-ui text-text-2">
      <Link to="/tasks" className={cx(linkClass, "max-md:-my-3 max-md:inline-block max-md:py-3")}>
        {open === 0 ? "Aufgaben" : open === 1 ? "1 Aufgabe" : `${formatNumber(open)} Aufgaben`}
      </Link>
      {open > 0 && " für dich"}
      {overdue > 0 && <span className="font-medium text-bad-text">, {formatNumber(overdue)} überfällig</span>}
    </p>
  );
}
