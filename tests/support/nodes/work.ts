import { setTimeout as pause } from "node:timers/promises";
import { TRPCClientError } from "@trpc/client";
import { newId } from "../../../server/db/new-id.ts";
import { callRest } from "../api/rest-client.ts";
import type { Writer } from "../wiki/page-clients.ts";
import type { Outages } from "./outages.ts";
import type { PersonAtPage } from "./person.ts";

const againMs = 250;

/** What people have done, and what they were told of it. */
export interface Ledger {
  /** Messages by the id that their author has given them, each sent until it was acknowledged. */
  messages: Map<string, number>;
  /** Customers that are there once: acknowledged, or sent with one key until they were. */
  acknowledged: string[];
  /** Customers of which the answer was lost; each is there once or not at all. */
  unsure: string[];
  /** Customers of which people were told that nothing was saved. */
  refused: string[];
  lines: Map<string, string[]>;
  /** What is under way, and what was said of it last. */
  open: Map<string, string>;
  /** How much was begun, by which everything has a name of its own. */
  begun: number;
}

/** Where somebody reaches the portal, and who notes what they are not answered. */
export interface Seat {
  origin: string;
  outages: Outages;
}

export const openLedger = (): Ledger => ({
  messages: new Map(),
  acknowledged: [],
  unsure: [],
  refused: [],
  lines: new Map(),
  open: new Map(),
  begun: 0,
});

export interface Worker extends Seat {
  person: PersonAtPage;
  /** A token of theirs for the REST interface. */
  token: string;
  chatId: string;
  writing?: { pageId: string; writer: Writer };
}

/** What one person can do; each resolves when it is known what has become of it. */
export function workOf(ledger: Ledger) {
  async function say({ person, chatId, outages }: Worker): Promise<void> {
    const message = { chatId, clientId: newId(), body: `Nachricht ${++ledger.begun}` };
    ledger.open.set(message.body, "");
    for (;;) {
      const from = performance.now();
      try {
        const { number } = await person.client.chat.send.mutate(message);
        ledger.messages.set(message.clientId, number);
        ledger.open.delete(message.body);
        return;
      } catch (error) {
        ledger.open.set(message.body, String(error));
        outages.note("chat.send", error, from);
        await pause(againMs);
      }
    }
  }

  async function create({ person, outages }: Worker): Promise<void> {
    const name = `Kunde ${++ledger.begun}`;
    const from = performance.now();
    try {
      await person.client.customer.create.mutate({ body: { name } });
      ledger.acknowledged.push(name);
    } catch (error) {
      outages.note("customer.create", error, from);
      const isRefused = error instanceof TRPCClientError && error.message.includes("gespeichert wurde nichts");
      (isRefused ? ledger.refused : ledger.unsure).push(name);
    }
  }

  async function createByScript({ token, origin, outages }: Worker): Promise<void> {
    const name = `Kunde ${++ledger.begun}`;
    const headers = { "Idempotency-Key": newId() };
    ledger.open.set(name, "");
    for (;;) {
      const from = performance.now();
      try {
        const answer = await callRest({ url: origin }, token, "/customers", {
          method: "POST",
          body: { name },
          headers,
        });
        // Another node may still be about it, or has died over it and is not known to be dead yet.
        ledger.open.set(name, answer.text);
        if (answer.status === 201 || answer.json.code === "already_done") {
          ledger.acknowledged.push(name);
          ledger.open.delete(name);
          return;
        }
        if (answer.status !== 409) outages.note("POST /customers", `${answer.status} ${answer.text}`, from);
      } catch (error) {
        outages.note("POST /customers", error, from);
      }
      await pause(againMs);
    }
  }

  async function write({ writing }: Worker): Promise<void> {
    if (!writing) return;
    const line = `Zeile ${++ledger.begun}`;
    writing.writer.write(line);
    ledger.lines.set(writing.pageId, [...(ledger.lines.get(writing.pageId) ?? []), line]);
  }

  return { all: [say, create, createByScript, write] };
}
