// @vitest-environment happy-dom
import { act, queryByLabelText, queryByRole } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { RestoreForm } from "../../../app/features/auth/restore-form.tsx";
import type { RestoreState } from "../../../contract/backups/restore.ts";
import { button, click, render, type } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";

/** What the portal answers, by path; asked in the order of `asked`. */
let answers: Record<string, { status?: number; body: unknown }>;
let asked: string[];
/** What was asked with, in the same order. */
let sent: unknown[];

beforeEach(() => {
  answers = { "/state": { body: { step: "idle" } satisfies RestoreState } };
  asked = [];
  sent = [];
  vi.stubGlobal("fetch", async (url: string, { body: text = "{}" }: { body?: string } = {}) => {
    sent.push(JSON.parse(text));
    const path = url.replace("/api/restore", "");
    asked.push(path);
    const { status = 200, body } = answers[path] ?? { status: 500, body: {} };
    return Response.json(body, { status });
  });
  return () => vi.unstubAllGlobals();
});

const running: RestoreState = {
  step: "running",
  progress: { phase: "uploads", done: 1200, total: 5000, bytes: 4 * 1024 ** 3, totalBytes: 8 * 1024 ** 3 },
};

async function open(token = "from the link") {
  const { host } = render(<RestoreForm token={token} />);
  await act(async () => undefined);
  return host;
}
const status = (host: HTMLElement) => queryByRole(host, "status")?.textContent;

test("a restore that runs is shown by a page that was loaded again", async () => {
  answers["/state"] = { body: running };
  const host = await open();
  await until(() => expect(status(host)).toMatch(/1\.200 von 5\.000 Dateien, 4,0\sGB/));
  expect(queryByRole(host, "progressbar")?.getAttribute("aria-valuenow")).toBe("50");
  expect(queryByLabelText(host, "Woher")).toBeNull();
});

test("nothing is asked before there is a code to ask with", async () => {
  const host = await open("");
  expect(queryByLabelText(host, "Woher")).not.toBeNull();
  expect(asked).toEqual([]);
});

test("whoever begins while another page has begun sees that one go on", async () => {
  const host = await findBackups();
  answers[""] = { status: 412, body: { message: "Es wird schon ein Backup zurückgespielt.", fields: {} } };
  answers["/state"] = { body: running };
  await click(button(host, "Prüfen und zurückspielen"));
  await until(() => expect(status(host)).toContain("1.200 von 5.000 Dateien"));
});

test("a later refusal is not hidden by the words of the attempt that failed", async () => {
  answers["/state"] = { body: { step: "failed", code: "damaged", message: "Das Archiv ist beschädigt." } };
  const host = await open();
  await until(() => expect(queryByRole(host, "alert")?.textContent).toContain("Das Archiv ist beschädigt."));
  answers["/list"] = { status: 503, body: { message: "Zu viele Versuche.", fields: {} } };
  await click(button(host, "Backups suchen"));
  await until(() => expect(queryByRole(host, "alert")?.textContent).toContain("Zu viele Versuche."));
});

async function findBackups() {
  const host = await open();
  answers["/list"] = { body: [{ id: "20261123T023000Z-1f3a9c02", at: "2026-11-23T02:30:00.000Z", bytes: 1000 }] };
  await type(queryByLabelText(host, "Woher") as HTMLInputElement, "/mnt/backup");
  await click(button(host, "Backups suchen"));
  await until(() => expect(queryByLabelText(host, "Backup")).not.toBeNull());
  return host;
}

test("a private key takes the place of the password where the target is a server of SFTP", async () => {
  const host = await open();
  expect(queryByLabelText(host, "Privater Schlüssel")).toBeNull();
  answers["/list"] = { body: [] };
  const from = queryByLabelText(host, "Woher") as HTMLInputElement;
  await type(from, "sftp://backup@sftp.example/portal?hostkey=SHA256:abc");
  const key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----\n";
  await type(queryByLabelText(host, "Privater Schlüssel") as HTMLTextAreaElement, key);
  await click(button(host, "Backups suchen"));
  await until(() => expect(sent.at(-1)).toMatchObject({ from: expect.stringContaining("sftp:"), secret: key }));
  await type(from, "/mnt/backup");
  await click(button(host, "Backups suchen"));
  await until(() => expect(sent.at(-1)).toMatchObject({ from: "/mnt/backup", secret: "" }));
});
