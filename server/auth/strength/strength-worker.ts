import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as german } from "@zxcvbn-ts/language-de";

export interface StrengthQuestion {
  /** Parts of a password; the strongest counts. */
  parts: string[];
  /** What somebody who knows the person would try first. */
  words: string[];
}

const estimate = new ZxcvbnFactory({ dictionary: { ...common, ...german }, graphs: adjacencyGraphs });

parentPort?.on("message", ({ parts, words }: StrengthQuestion) => {
  parentPort?.postMessage(Math.max(...parts.map((part) => estimate.check(part, words).score)));
});
