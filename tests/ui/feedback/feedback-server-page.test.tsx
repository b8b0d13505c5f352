import { HydrationBoundary } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { boardInputOf } from "../../../app/features/feedback/board/board-input.ts";
import { BoardPage } from "../../../app/features/feedback/board/board-page.tsx";
import { Comments } from "../../../app/features/feedback/comments/comments.tsx";
import { EntryHeader } from "../../../app/features/feedback/entry/entry-header.tsx";
import { prefill, queryKeys } from "../../../app/lib/api/prefill.ts";
import { DataProvider } from "../../../app/lib/api/trpc.tsx";
import { SessionProvider } from "../../../app/lib/people/session.tsx";
import { openOffice } from "../../support/office.ts";

test("the server draws the talk about an entry without a complaint", async () => {
  const office = await openOffice();
  const jana = await office.hire();
  const api = await office.as(jana);
  const { id } = await api.feedback.give({ body: { title: "Vorschau in Tablet-Breite", area: "websites" }, files: [] });
  await api.feedback.comment({ id, body: "Das brauche ich auch." });
  const [record, entry] = [await api.feedback.get({ id }), await api.feedback.entry({ id })];
  const html = renderToString(
    <SessionProvider session={(await office.contextOf(jana)).session}>
      <DataProvider>
        <StaticRouter location={`/feedback/${id}`}>
          <EntryHeader record={record} entry={entry} />
          <Comments record={record} entry={entry} />
        </StaticRouter>
      </DataProvider>
    </SessionProvider>,
  );
  expect(html).toContain("Kommentar schreiben");
});

test.each(["board", "roadmap"] as const)(
  "the server draws the %s with its cards, and without a complaint",
  async (layout) => {
    const office = await openOffice();
    const timo = await office.hire({ name: "Timo Brandt", role: "maintainer" });
    const api = await office.as(timo);
    const { id } = await api.feedback.give({
      body: { title: "Vorschau in Tablet-Breite", area: "websites" },
      files: [],
    });
    await api.feedback.setStatus({ id, status: "planned" });
    const input = boardInputOf(new Request("http://portal.example/feedback"), layout === "roadmap");
    const state = await prefill([[queryKeys.feedback.board.queryKey(input), api.feedback.board(input)]]);
    const html = renderToString(
      <SessionProvider session={(await office.contextOf(timo)).session}>
        <DataProvider>
          <StaticRouter location="/feedback">
            <HydrationBoundary state={state}>
              <BoardPage layout={layout} />
            </HydrationBoundary>
          </StaticRouter>
        </DataProvider>
      </SessionProvider>,
    );
    expect(html).toContain("Vorschau in Tablet-Breite");
  },
);
