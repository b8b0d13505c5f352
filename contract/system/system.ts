import { z } from "../zod.ts";
import type { Light, QueueKey } from "./lights.ts";

export const readSystem = z.strictObject({});

/** What whoever runs the host wants to know of the portal. */
export interface SystemState {
  version: string;
  nodeVersion: string;
  startedAt: Date;
  database: { engine: string; version: string; bytes: number; migrations: number };
  files: { count: number; bytes: number };
  /** Free and whole space of the disk of data or uploads that has less of it. */
  disk: { freeBytes: number; totalBytes: number; state: "ok" | "unknown" | "low" | "full" };
  /** Sealed values that this installation cannot open, in words. */
  unreadableSecrets: string[];
  /** Requests come through a proxy, and TRUST_PROXY is not set. */
  hasUnheardProxy: boolean;
  memoryBytes: number;
  /** Whether several nodes may serve this portal. */
  hasNodes: boolean;
  waiting: Record<QueueKey, number>;
  /** How hosts are pinged: by the system, or by connecting where its `ping` does not work. */
  pingMethod: "icmp" | "tcp";
  people: { active: number; sessions: number };
  /** What this version changed, the newest first, in the words of CHANGES.md. */
  changes: string[];
  /** Whether every migration of this version has run, and no other. */
  dataFits: boolean;
  /** What is well and what is not, with what to do. */
  lights: Light[];
  /** The packages that the portal is built on, with what they may be used under. */
  licences: { name: string; version: string; licence: string }[];
}
