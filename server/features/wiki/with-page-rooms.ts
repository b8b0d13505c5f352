import type { Services } from "../../trpc/context.ts";
import { pageAccess } from "./access/page-access.ts";
import { openPageRooms, type PageRooms } from "./collab/rooms.ts";
import { newestRevision, saveContent } from "./content/save-content.ts";

interface Sharing {
  /** Whether other nodes serve the same portal. */
  isShared?: boolean;
  /** How often is asked what no node has told. */
  askMs?: number | undefined;
}

/** Completes the services of a process by the rooms of its pages. */
export const withPageRooms = (given: Omit<Services, "pageRooms">, sharing: Sharing = {}): Services => ({
  ...given,
  pageRooms: pageRoomsOf(given, sharing),
});

/** Opens the rooms of pages on a database, with the rules of the wiki. */
export function pageRoomsOf(
  services: Pick<Services, "db" | "log" | "now" | "bus" | "live">,
  { isShared = false, askMs }: Sharing,
): PageRooms {
  const { db, log, now, bus } = services;
  return openPageRooms({
    db,
    log,
    now,
    access: (person, pageId) => pageAccess(db, person, pageId),
    save: (page, claim) => saveContent(services, page, claim),
    readVersion: (pageId) => newestRevision(db, pageId),
    sharing: isShared ? { bus, askMs } : undefined,
  });
}
