import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { Problem } from "../../problem.ts";
import type { StrengthQuestion } from "./strength-worker.ts";

const productNames = ["MEDIUM", "TechCenter"];
/** The highest of zxcvbn: more than 10^10 guesses. */
const enough = 4;
/** How much a password must hold beside the names that everybody knows. */
const minOwnCharacters = 6;
/** The estimate takes seconds for 200 characters, and these tell as much. */
const partLength = 32;
const patienceMs = 20 * secondMs;
const idleMs = minuteMs;

/**
 * Why a new password is refused, as a sentence without its field; undefined when it is good. `names` are those of the
 * person, their address and the agency (NIST SP 800-63B, 3.1.1.2).
 */
export async function findWeakness(password: string, names: readonly string[]): Promise<string | undefined> {
  const words = wordsOf([...names, ...productNames]);
  if (restOf(password, words).length < minOwnCharacters)
    return "Besteht fast nur aus deinem Namen, deiner E-Mail-Adresse oder dem Namen der Agentur.";
  const parts = [...new Set([password.slice(0, partLength), password.slice(-partLength)])];
  const score = await askWorker({ parts, words });
  if (score >= enough) return undefined;
  return "Zu leicht zu erraten. Nimm mehrere Wörter, die nicht zusammengehören, oder lass deinen Passwort-Manager eines erfinden.";
}

/** The names and their parts, the longest first. */
function wordsOf(names: readonly string[]): string[] {
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length > 2).sort((a, b) => b.length - a.length);
}

/** The letters and digits of a password that are no part of the words. */
function restOf(password: string, words: readonly string[]): string {
  const rest = words.reduce((text, word) => text.replaceAll(word, " "), password.toLowerCase());
  return rest.replace(/[^\p{L}\p{N}]/gu, "");
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The score of a question, one after the other in a thread of its own: its dictionaries take some 40 MB and half a second
 * to open, so that it starts with the first question and ends a minute after the last.
 */
function askWorker(question: StrengthQuestion): Promise<number> {
  const answer = last.then(() => ask(question));
  last = answer.catch(() => undefined);
  return answer;
}

async function ask(question: StrengthQuestion): Promise<number> {
  clearTimeout(idle);
  worker ??= new Worker(path.join(import.meta.dirname, "strength-worker.ts"));
  const asked = worker;
  asked.ref();
  try {
    const answer = once(asked, "message", { signal: AbortSignal.timeout(patienceMs) });
    asked.postMessage(question);
    const [score] = await answer;
    return score;
  } catch (cause) {
    void endWorker();
    throw new Problem("unavailable", {
      message: "Das Passwort konnte nicht geprüft werden. Bitte versuche es erneut.",
      cause,
    });
  } finally {
    // Neither the thread nor its end keeps the portal from stopping.
    asked.unref();
    idle = setTimeout(endWorker, idleMs);
    idle.unref();
  }
}

async function endWorker(): Promise<void> {
  const ended = worker;
  worker = undefined;
  await ended?.terminate();
}
