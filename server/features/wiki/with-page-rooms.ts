import type { Services } from "../../trpc/context.ts";
import { pageAccess } from "./access/page-access.ts";
import { openPageRooms } from "./collab/rooms.ts";
import { saveContent } from "./content/save-content.ts";

/** Completes the services of a process by the rooms of its pages. */
export function withPageRooms(given: Omit<Services, "pageRooms">): Services {
  const { db, log, now } = given;
  const services: Services = {
    ...given,
    pageRooms: openPageRooms({
      db,
      log,
      now,
      access: (person, pageId) => pageAccess(db, person, pageId),
      save: (page) => saveContent(services, page),
    }),
  };
  return services;
}
