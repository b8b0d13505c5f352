import { expect } from "vitest";
import { deadlineKinds } from "../../../contract/deadlines/deadlines.ts";
import { addDays } from "../../../contract/time/today.ts";
import { openOffice } from "../../support/office.ts";
import { onSqlite } from "../../support/postgres/on-sqlite.ts";

const count = 2000;
const { it } = onSqlite("a plan of SQLite");

it("finds what is due, a person's and a customer's own, and those of a record by an index", async () => {
  const office = await openOffice();
  const jana = await office.hire({ name: "Jana Petersen" });
  const { db } = office.services;
  for (let at = 0; at < count; at += 500)
    await db
      .insertInto("deadlines")
      .values(
        Array.from({ length: 500 }, (_, index) => ({
          id: `d${at + index}`,
          kind: deadlineKinds[0] ?? "custom",
          targetType: "domain",
          source: "manual" as const,
          targetId: `r${at + index}`,
          title: `n${at + index}.example`,
          customerId: `c${index % 200}`,
          dueOn: addDays("2026-11-20", ((at + index) % 2000) - 100),
          certainty: "certain" as const,
          state: "open" as const,
          createdAt: "2026-11-20",
          updatedAt: "2026-11-20",
        })),
      )
      .execute();
  const api = await office.as(jana);
  const plan = async (where: string) => {
    const { rows } = await db.executeQuery<{ detail: string }>({
      sql: `explain query plan select * from deadlines as d where ${where} order by d.due_on limit 10`,
      parameters: [],
      query: { kind: "RawNode" } as never,
      queryId: { queryId: where } as never,
    });
    return rows.map(({ detail }) => detail).join("; ");
  };
  expect(await plan("d.archived = 0 and d.state = 'open' and d.due_on between '2026-11-20' and '2027-01-20'")).toMatch(
    /SEARCH d USING INDEX deadlines_state \(state=\? AND due_on/,
  );
  expect(await plan("d.customer_id = 'c1' and d.state = 'open'")).toMatch(/SEARCH d USING INDEX deadlines_customer/);
  expect(await plan("d.responsible_user_id = 'u1' and d.state = 'open'")).toMatch(
    /SEARCH d USING INDEX deadlines_responsible/,
  );
  expect(await plan("d.target_type = 'domain' and d.target_id = 'r1'")).toMatch(
    /SEARCH d USING INDEX deadlines_target/,
  );
  const states =
    "d.state in ('open', 'done', 'cancelled', 'renewed') and d.due_on between '2026-12-01' and '2027-01-03'";
  expect(await plan(`d.archived = 0 and ${states}`)).toMatch(
    /SEARCH d USING INDEX deadlines_state \(state=\? AND due_on/,
  );
  expect(await plan(`${states} and d.customer_id = 'c1'`)).toMatch(/SEARCH d USING INDEX deadlines_\w+ \(.*due_on/);
  expect(await plan(`${states} and (d.responsible_user_id = 'u1' or d.concerned_user_id = 'u1')`)).toMatch(
    /SEARCH d USING INDEX deadlines_\w+ \(.*due_on/,
  );
  const { days } = await api.deadline.calendar({ from: "2026-12-01", to: "2027-01-03" });
  expect(days.map(({ total }) => total)).toEqual(days.map(() => 1));
  expect((await api.dashboard.due({ whose: "all" })).needs).toHaveLength(10);
});
