// @vitest-environment happy-dom

import { useQuery } from "@tanstack/react-query";
import { act, queryAllByRole, queryByRole } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { CreateTokenDialog } from "../../../app/features/api/tokens/create-token-dialog.tsx";
import { CreateFeedDialog } from "../../../app/features/calendar-feeds/feed-dialogs.tsx";
import { Comments } from "../../../app/features/feedback/comments/comments.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { WebhookDialog } from "../../../app/features/webhooks/webhook-dialog.tsx";
import { usePageActions } from "../../../app/features/wiki/use-page-actions.ts";
import { useTRPC } from "../../../app/lib/api/trpc.tsx";
import { openViewDialog } from "../../../app/records/list/views/open-view-dialog.tsx";
import { openPage } from "../../support/browser/office-page.tsx";
import { button, click, field as fieldIn, type } from "../../support/browser/render.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});

const buttonOn = (name: string) => button(document.body, name);
const field = (label: string) => fieldIn(document.body, label);

function DuplicateButton({ id }: { id: string }) {
  const { duplicate } = usePageActions();
  return (
    <button type="button" onClick={() => duplicate({ id, title: "Handbuch", parentId: null })}>
      Duplizieren
    </button>
  );
}

function EntryComments({ id }: { id: string }) {
  const trpc = useTRPC();
  const record = useQuery(trpc.feedback.get.queryOptions({ id }));
  const entry = useQuery(trpc.feedback.entry.queryOptions({ id }));
  return record.data && entry.data ? <Comments record={record.data} entry={entry.data} /> : null;
}

interface Form {
  procedure: string;
  open(): Promise<ReactElement>;
  /** Fills the form, from its beginning where it has to be opened. */
  fill?(): void | Promise<void>;
  submit: string;
}

const forms: Record<string, Form> = {
  "a token": {
    procedure: "apiToken.create",
    open: async () => <CreateTokenDialog />,
    fill: async () => {
      await click(buttonOn("Token erstellen"));
      await until(() => expect(field("Name")).toBeTruthy());
      await type(field("Name"), "Skript");
      await click(queryAllByRole(document.body, "checkbox")[0]);
    },
    submit: "Erstellen",
  },
  "a calendar feed": {
    procedure: "calendarFeed.create",
    open: async () => <CreateFeedDialog />,
    fill: async () => {
      await click(buttonOn("Feed erstellen"));
      await type(field("Name"), "Fristen");
    },
    submit: "Erstellen",
  },
  "a webhook": {
    procedure: "webhook.create",
    open: async () => <WebhookDialog open onOpenChange={() => undefined} />,
    fill: async () => {
      await type(field("Adresse"), "https://empfaenger.example/portal");
      await click(field("Alles, auch was später dazukommt"));
    },
    submit: "Anlegen",
  },
  "a saved view": {
    procedure: "savedView.create",
    open: async () => <ModalHost />,
    fill: async () => {
      const state = { archived: false, where: [], orderBy: [], layout: "table" as const, density: "compact" as const };
      act(() => void openViewDialog({ type: "website", state }));
      await until(() => expect(field("Name")).toBeTruthy());
      await type(field("Name"), "Meine");
    },
    submit: "Speichern",
  },
  "a comment": {
    procedure: "feedback.comment",
    open: async () => {
      const api = await office.as(await office.hire());
      const { id } = await api.feedback.give({ body: { title: "Dunkles Design", area: "wiki" }, files: [] });
      return <EntryComments id={id} />;
    },
    fill: async () => {
      const box = () => queryByRole<HTMLTextAreaElement>(document.body, "textbox");
      await until(() => expect(box()).toBeTruthy());
      await type(box() as HTMLTextAreaElement, "Auch mobil.");
    },
    submit: "Kommentieren",
  },
  "the copy of a page": {
    procedure: "page.duplicate",
    open: async () => {
      const api = await office.as(await office.hire());
      return <DuplicateButton id={(await api.page.create({ body: { title: "Handbuch", status: "published" } })).id} />;
    },
    submit: "Duplizieren",
  },
};

test.each(Object.keys(forms))("%s is sent again under the id that it was sent with", async (name) => {
  const { procedure, open, fill, submit } = forms[name] as Form;
  const told = vi
    .spyOn(console, "error")
    .mockReset()
    .mockImplementation(() => undefined);
  const ada = await office.hire({ role: "admin" });
  const { calls, cut, restore } = await openPage(office, ada, await open());
  const ids = () =>
    calls.filter(({ path }) => path === procedure).map(({ input }) => (input as { creationId?: string }).creationId);
  await fill?.();
  cut(procedure);
  await click(buttonOn(submit));
  await until(() => expect(ids()).toHaveLength(1));
  restore(procedure);
  await until(async () => {
    if (ids().length < 2) await click(buttonOn(submit));
    expect(ids()).toHaveLength(2);
  });
  expect(ids()[0]).toMatch(/^\w{8,}$/);
  expect(ids()[1]).toBe(ids()[0]);
  told.mockClear();
});
