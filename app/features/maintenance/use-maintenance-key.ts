import { isOneOf } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { readPageSubject } from "../../lib/page-subject.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { usePageKey } from "../../lib/shortcuts.ts";
import type { Maintained } from "./open-maintenance-dialogs.tsx";

export const maintenanceKey = "w";
export const maintainedTypes = ["website", "host", "customer"] as const;

/** What the page on screen shows, where it can be worked on. */
export function readMaintained() {
  const subject = readPageSubject();
  return subject && isOneOf(maintainedTypes, subject.type) ? { ...subject, type: subject.type } : undefined;
}

/** `w` keeps what the page shows quiet for half an hour; somebody is at it. */
export function useMaintenanceKey(): void {
  const mayManage = hasAbility(useRole(), "manageMaintenance");
  usePageKey(maintenanceKey, mayManage ? beginMaintenance : undefined);
}

/** Starts it, once somebody has said that they mean what they see. */
export function beginMaintenance(): void {
  const target = readMaintained();
  if (target) beginMaintenanceOf(target);
}

export function beginMaintenanceOf(target: Maintained): void {
  void import("./open-maintenance-dialogs.tsx").then(({ openMaintenanceNow }) => openMaintenanceNow(target));
}
