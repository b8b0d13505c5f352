import { shortDuration } from "../../../contract/incidents/duration.ts";
import { entryKinds, type IncidentEntry } from "../../../contract/incidents/incident-page.ts";
import { endReasons, incidentSeverities } from "../../../contract/incidents/incidents.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { portalTime } from "../../../contract/time/portal-time.ts";
import { transact } from "../../db/transact.ts";
import { Problem } from "../../problem.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { createMarkdownPage } from "../wiki/transfer/markdown.ts";
import { writeEntry } from "./entries.ts";
import { readPage } from "./queries.ts";

/** „Nachbericht“: a page of the wiki made of the timeline, to be completed by people. One for each incident. */
export async function writeReport(ctx: PersonContext, { id }: { id: string }): Promise<{ id: string }> {
  const page = await readPage(ctx, { id });
  const { title } = await ctx.db.selectFrom("incidents").select("title").where("id", "=", id).executeTakeFirstOrThrow();
  const known = page.entries.find(({ kind }) => kind === "report");
  if (known) throw new Problem("conflict", { message: "Den Nachbericht gibt es schon; er steht unter „Wissen“." });
  const until = page.endedAt ?? ctx.now();
  const markdown = [
    `[Störung #${page.number}: ${plain(title)}](/incidents/${id})`,
    "## Überblick",
    [
      `- Beginn: ${momentText(page.startedAt)}`,
      page.endedAt ? `- Ende: ${momentText(page.endedAt)}` : "- Ende: noch offen",
      `- Dauer: ${shortDuration(until.getTime() - page.startedAt.getTime())}`,
      `- Schwere: ${incidentSeverities[page.severity]}`,
      ...(page.endReason ? [`- Ausgang: ${endReasons[page.endReason]}`] : []),
      ...(page.root ? [`- Ursprung: ${plain(page.root.label)}`] : []),
      ...(page.cause ? [`- Ursache laut Prüfung: ${plain(page.cause)}`] : []),
      `- Betroffen: ${page.memberCount}`,
    ].join("\n"),
    "## Betroffene Kunden",
    page.customers
      .map(({ label, members }) => `- ${plain(label)}: ${members.map((each) => plain(each.label)).join(", ")}`)
      .join("\n") || "Keine.",
    "## Verlauf",
    page.entries.map(lineOf).join("\n") || "Keine Einträge.",
    "## Was war die Ursache",
    "Noch offen.",
    "## Was ändern wir",
    "Noch offen.",
  ].join("\n\n");
  const { day } = portalTime(page.startedAt);
  const body = { title: `Nachbericht zu Störung #${page.number} vom ${formatCalendarDate(day)}` };
  const report = await createMarkdownPage(ctx, { body, markdown, parentId: null });
  await transact(ctx, async (tx) => {
    await writeEntry(tx, id, { kind: "report", text: body.title, clientId: "report" });
    tx.signal({ event: "recordsChanged", payload: { records: { type: "incident", ids: [id] } } });
  });
  return { id: report.id };
}

/** „Notiz von Timo Brandt: Der Server startet nicht.“ */
const lineOf = ({ at, kind, text, by }: IncidentEntry) =>
  `- ${momentText(at)}: **${entryKinds[kind]}**${by ? ` von ${plain(by.label)}` : ""}${text ? `: ${plain(text)}` : ""}`;

function momentText(at: Date): string {
  const { day, time } = portalTime(at);
  return `${formatCalendarDate(day)}, ${time} Uhr`;
}

/** What people and checks wrote is text and no Markdown. */
const plain = (text: string) => text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()#+!|<>~-]/g, "\\$&");
