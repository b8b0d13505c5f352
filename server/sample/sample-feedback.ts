import { readFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { parse } from "yaml";
import type { feedbackAreas, feedbackKinds } from "../../contract/feedback/feedback.ts";
import type { FeedbackStatus } from "../../contract/feedback/statuses.ts";
import { requireValue } from "../../contract/narrowing.ts";
import { minuteMs } from "../../contract/time/durations.ts";
import { transact } from "../db/transact.ts";
import { addComment } from "../features/feedback/comments.ts";
import { feedback } from "../features/feedback/store.ts";
import { follow, vote } from "../features/feedback/support.ts";
import { setStatus } from "../features/feedback/workflow.ts";
import { createRecordIn, updateRecordIn } from "../records/commands.ts";
import { type Names, readNames } from "./sample-names.ts";
import type { Workplace } from "./workplace.ts";

interface SampleEntry {
  no: number;
  kind: keyof typeof feedbackKinds;
  area: keyof typeof feedbackAreas;
  title: string;
  text: string;
  by: string;
  at: number;
  votes: number;
  mine?: boolean;
  status: FeedbackStatus;
  /** When it came to its status. */
  moved?: number;
  assignee?: string;
  due?: number;
  priority?: string;
  effort?: string;
  website?: string;
  customer?: string;
  page?: string;
  answer?: string;
  reason?: string;
  release?: string;
  /** The number of what it repeats. */
  of?: number;
  comments?: { by: string; at: number; text: string; internal?: boolean }[];
}

const way: FeedbackStatus[] = ["reviewed", "planned", "inProgress", "done"];

interface Surroundings {
  names: Names;
  reader: string;
  ids: Map<number, string>;
}

/** Fills the board: every entry with its way through the workflow, its voters and what was said about it. */
export async function createFeedback(workplace: Workplace, reader: string): Promise<void> {
  const around: Surroundings = { names: await readNames(workplace.services.db), reader, ids: new Map() };
  const text = await readFile(path.join(import.meta.dirname, "feedback.yaml"), "utf8");
  const entries: SampleEntry[] = parse(text);
  for (const entry of entries) {
    let at = workplace.moment(entry.at);
    around.ids.set(entry.no, await createEntry(workplace, entry, around, at));
    for (const event of eventsOf(workplace, entry, around)) {
      at = laterThan(at, event.at);
      await event.run(at);
      await setImmediate();
    }
  }
}

const laterThan = (at: Date, wanted: Date) => new Date(Math.max(at.getTime() + 7 * minuteMs, wanted.getTime()));

async function createEntry(
  workplace: Workplace,
  entry: SampleEntry,
  { names, reader }: Surroundings,
  at: Date,
): Promise<string> {
  const { kind, area, title, text, website, customer, page } = entry;
  const ctx = workplace.contextOf(entry.by, at);
  const body = {
    kind,
    area,
    title,
    description: text,
    websiteId: website === undefined ? null : names("website", website).id,
    customerId: customer === undefined ? null : names("customer", customer).id,
    pageId: page === undefined ? null : names("page", page).id,
  };
  return transact(ctx, async (tx) => {
    await tx.db
      .insertInto("numberRanges")
      .values({ name: "feedback", next: entry.no })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ next: entry.no }))
      .execute();
    const { id } = await createRecordIn(tx, feedback, ctx, body);
    for (const name of votersOf(workplace, entry, reader)) {
      const userId = requireValue(workplace.people.get(name)?.id);
      await vote(tx, ctx, id, userId);
      await follow(tx, ctx, id, userId);
    }
    return id;
  });
}

function votersOf({ people }: Workplace, { no, by, votes, mine = false }: SampleEntry, reader: string): string[] {
  const others = [...people.keys()].filter((name) => name !== by && name !== reader);
  const turned = others.map((_, index) => requireValue(others[(index + no) % others.length]));
  return [...(mine ? [reader] : []), ...turned].slice(0, votes - 1);
}

interface Event {
  at: Date;
  run(at: Date): Promise<unknown>;
}

function eventsOf(workplace: Workplace, entry: SampleEntry, around: Surroundings): Event[] {
  const id = requireValue(around.ids.get(entry.no));
  const comments = (entry.comments ?? []).map(({ by, at, text, internal = false }): Event => {
    const mentioned = [...text.matchAll(/@\[user:([^\]]+)\]/g)].map(([, name]) => around.names("user", name ?? "").id);
    const body = text.replace(/@\[user:([^\]]+)\]/g, "@$1");
    const write = (moment: Date) =>
      addComment(workplace.contextOf(by, moment), { id, body, internal, mentions: mentioned });
    return { at: workplace.moment(at), run: write };
  });
  const events = [...comments, ...stepsOf(workplace, entry, around)].sort((a, b) => a.at.getTime() - b.at.getTime());
  return events;
}

function stepsOf(workplace: Workplace, entry: SampleEntry, { ids }: Surroundings): Event[] {
  const { no, status, at, moved = at, answer, reason, release, of, assignee } = entry;
  if (status === "new") return [];
  const id = requireValue(ids.get(no));
  const steps = way.includes(status) ? way.slice(0, way.indexOf(status) + 1) : [status];
  let earliest = new Date(0);
  return steps.map((step, index) => {
    const daysAgo = Math.max(1, moved + ((at - moved) * (steps.length - 1 - index)) / (steps.length + 1));
    const managers = workplace.team.map(({ name }) => name);
    const isLast = step === status;
    const by =
      isLast && assignee && managers.includes(assignee) ? assignee : (managers[(no + index) % managers.length] ?? "");
    const last = isLast ? { answer, reason, releasedIn: release, duplicateOfId: of && ids.get(of) } : {};
    const given = Object.fromEntries(Object.entries(last).filter(([, value]) => value !== undefined));
    const run = async (moment: Date) => {
      if (index === 0) await plan(workplace, entry, { id, by, moment });
      await setStatus(workplace.contextOf(by, moment), { id, status: step, ...given });
    };
    earliest = laterThan(earliest, workplace.moment(daysAgo));
    return { at: earliest, run };
  });
}

/** Whoever looks at an entry first says who takes it, until when and how big it is. */
async function plan(
  workplace: Workplace,
  { assignee, due, priority, effort }: SampleEntry,
  { id, by, moment }: { id: string; by: string; moment: Date },
): Promise<void> {
  const body = {
    ...(assignee && { assigneeId: workplace.people.get(assignee)?.id ?? null }),
    ...(due !== undefined && { dueAt: workplace.day(due) }),
    ...(priority && { priority }),
    ...(effort && { effort }),
  };
  if (Object.keys(body).length === 0) return;
  const ctx = workplace.contextOf(by, moment);
  await transact(ctx, (tx) => updateRecordIn(tx, feedback, ctx, { params: { id }, body }));
}
