import type { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { feedback, type feedbackAreas } from "../../../../contract/feedback/feedback.ts";
import type { FeedbackContext } from "../../../../contract/feedback/feedback-entry.ts";
import { isKeyOf } from "../../../../contract/narrowing.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { browserName } from "../../../lib/browser-name.ts";

export type Area = keyof typeof feedbackAreas;

/** What this browser can tell of the page it shows. */
export function readPageContext(queryClient: QueryClient, path: string): FeedbackContext {
  const lastErrorId = lastError(queryClient.getQueryCache(), queryClient.getMutationCache());
  // Every build has a mark of its own.
  const { version } = (window as { __remixManifest?: { version?: string } }).__remixManifest ?? {};
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  const sharpness = devicePixelRatio > 1 ? `, ${Math.round(devicePixelRatio * 100) / 100}×` : "";
  return {
    url: path.slice(0, 2048),
    viewport: `${innerWidth} × ${innerHeight}${sharpness}`,
    browser: browserName(navigator.userAgent),
    ...(version && { appVersion: version }),
    ...(lastErrorId && { lastErrorId }),
  };
}

/** The id under which the server logged the latest call that failed here. */
function lastError(queries: QueryCache, mutations: MutationCache): string | undefined {
  const failed = [
    ...queries.getAll().map(({ state }) => ({ at: state.errorUpdatedAt, error: state.error })),
    ...mutations.getAll().map(({ state }) => ({ at: state.submittedAt, error: state.error })),
  ].filter(({ error }) => problemOf(error)?.requestId);
  const last = failed.sort((one, other) => other.at - one.at)[0];
  return problemOf(last?.error)?.requestId;
}

const areas: Record<string, Area> = {
  "": "dashboard",
  websites: "websites",
  domains: "domains",
  hosts: "hosts",
  customers: "customers",
  devices: "devices",
  wiki: "wiki",
  feedback: "feedback",
  settings: "settings",
  users: "settings",
};

/** The part of the portal to which a path belongs. */
export function areaOf(path: string): Area {
  return areas[path.split(/[/?#]/)[1] ?? ""] ?? "shell";
}

const targets = { websites: "websiteId", customers: "customerId", wiki: "pageId" } as const;
export type Target = (typeof targets)[keyof typeof targets];

/** The record whose page a path is, where feedback can be about it. */
export function targetOf(
  path: string,
): { field: Target; type: "website" | "customer" | "page"; id: string } | undefined {
  const [, folder, id] = path.split(/[/?#]/);
  const field = isKeyOf(targets, folder) ? targets[folder] : undefined;
  const to = field && feedback.fields[field].to;
  return field && to && id && id.length > 20 ? { field, type: to, id: id.slice(0, 36) } : undefined;
}
