// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { act, type ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { CreateTokenDialog } from "../../../app/features/api/tokens/create-token-dialog.tsx";
import { CreateFeedDialog } from "../../../app/features/calendar-feeds/create-feed-dialog.tsx";
import { Comments } from "../../../app/features/feedback/comments/comments.tsx";
import { ModalHost } from "../../../app/features/modals/modal-host.tsx";
import { WebhookDialog } from "../../../app/features/webhooks/webhook-dialog.tsx";
import { usePageActions } from "../../../app/features/wiki/use-page-actions.ts";
import { useTRPC } from "../../../app/lib/api/trpc.tsx";
import { openViewDialog } from "../../../app/records/list/views/open-view-dialog.tsx";
import { openPage } from "../../support/browser/office-page.tsx";
import { type Office, openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";
import { button, click, enterText } from "../primitives/primitives-mount.tsx";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});

const buttonOn = (name: string) => button(document.body, name);
const field = (label: string) => {
  const found = [...document.querySelectorAll("label")].find((each) => each.textContent?.startsWith(label));
  return (found?.control ?? found?.querySelector("input")) as HTMLInputElement;
};
const type = (input: HTMLInputElement, text: string) => act(() => enterText(input, text));

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
      click(buttonOn("Token erstellen"));
      await until(() => expect(field("Name")).toBeTruthy());
      type(field("Name"), "Skript");
      click(document.querySelector("[role=dialog] input[type=checkbox]"));
    },
    submit: "Erstellen",
  },
  "a calendar feed": {
    procedure: "calendarFeed.create",
    open: async () => <CreateFeedDialog />,
    fill: () => {
      click(buttonOn("Feed erstellen"));
      type(field("Name"), "Fristen");
    },
    submit: "Erstellen",
  },
  "a webhook": {
    procedure: "webhook.create",
    open: async () => <WebhookDialog open onOpenChange={() => undefined} />,
    fill: () => {
      type(field("Adresse"), "https://empfaenger.example/portal");
      click(field("Alles"));
    },
    submit: "Anlegen",
  },
  "a saved view": {
    procedure: "savedView.create",
    open: async () => <ModalHost />,
    fill: () => {
      const state = { archived: false, where: [], orderBy: [], layout: "table" as const, density: "compact" as const };
      act(() => void openViewDialog({ type: "website", state }));
      type(field("Name"), "Meine");
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
      await until(() => expect(document.querySelector("textarea")).toBeTruthy());
      const box = document.querySelector("textarea") as HTMLTextAreaElement;
      act(() => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(box, "Auch mobil.");
        box.dispatchEvent(new Event("input", { bubbles: true }));
      });
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
  click(buttonOn(submit));
  await until(() => expect(ids()).toHaveLength(1));
  restore(procedure);
  await until(() => {
    if (ids().length < 2) click(buttonOn(submit));
    expect(ids()).toHaveLength(2);
  });
  expect(ids()[0]).toMatch(/^\w{8,}$/);
  expect(ids()[1]).toBe(ids()[0]);
  told.mockClear();
});
