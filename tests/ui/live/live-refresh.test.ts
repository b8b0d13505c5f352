import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { countUp, refresh, rereadBadge } from "../../../app/lib/live/refresh.ts";

const badgeKey = [["notification", "list"], { input: { limit: 1 } }];

/** A query on screen whose answers are given one by one. */
function showQuery(queryKey: readonly unknown[]) {
  const client = new QueryClient();
  const asked: ((answer: unknown) => void)[] = [];
  const queryFn = () => new Promise((resolve) => asked.push(resolve));
  new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => undefined);
  return { client, asked, data: () => client.getQueryData(queryKey) };
}

it.each([
  ["of a feature", [["website", "list"]], (client: QueryClient) => refresh(client, ["website"])],
  ["of everything", [["website", "list"]], (client: QueryClient) => refresh(client, "everything")],
  ["of the badge", badgeKey, rereadBadge],
])("what happens during the first fetch %s is fetched after it", async (_, key, reread) => {
  const { client, asked, data } = showQuery(key);
  expect(asked).toHaveLength(1);
  reread(client);
  expect(asked).toHaveLength(1);
  asked[0]?.("older");
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.("newer");
  await vi.waitFor(() => expect(data()).toBe("newer"));
  expect(asked).toHaveLength(2);
});

it("leaves the badge and other features alone when one feature is fetched anew", async () => {
  const { client, asked, data } = showQuery(badgeKey);
  asked[0]?.({ totalItems: 1, totalPages: 1 });
  await vi.waitFor(() => expect(data()).toBeDefined());
  refresh(client, ["notification", "website"]);
  countUp(client, 2);
  expect(data()).toEqual({ totalItems: 3, totalPages: 3 });
  expect(asked).toHaveLength(1);
});
