import { isOneOf } from "./narrowing.ts";
export const roles = ["admin", "maintainer", "member", "readonly"] as const;
export type Role = (typeof roles)[number];

export const roleLabels: Record<Role, string> = {
  admin: "Admin",
  maintainer: "Betreuer",
  member: "Mitarbeiter",
  readonly: "Lesend",
};

/** What a role may do beyond looking; product.md 2.0.10. */
export const abilities = {
  manageUsers: ["admin"],
  manageSettings: ["admin"],
  joinMaintainerChannel: ["admin", "maintainer"],
  useLiveWorkbench: ["admin", "maintainer"],
  /** Pages of the wiki that are for maintainers only. */
  seeMaintainerPages: ["admin", "maintainer"],
  seePrices: ["admin", "maintainer"],
  /** Who holds a domain is personal data. */
  seeHolders: ["admin", "maintainer"],
  editRecords: ["admin", "maintainer", "member"],
  archiveRecords: ["admin", "maintainer", "member"],
  overwriteRecords: ["admin", "maintainer"],
  deleteRecords: ["admin"],
  /** Two that are one; it can be taken back. */
  mergeRecords: ["admin", "maintainer"],
  writeChats: ["admin", "maintainer", "member"],
  /** Taking back messages of others and renaming their chats. */
  moderateChats: ["admin", "maintainer"],
  /** Making tasks, working them off and giving them to others. */
  writeTasks: ["admin", "maintainer", "member"],
  /** Deleting tasks of others and keeping the templates of check lists. */
  manageTasks: ["admin", "maintainer"],
  /** „Ich kümmere mich“. */
  makeClaims: ["admin", "maintainer", "member"],
  /** Ending disturbances and saying how they ended; planning maintenance. */
  closeIncidents: ["admin", "maintainer"],
  manageMaintenance: ["admin", "maintainer"],
  /** „Jetzt prüfen“. */
  runChecks: ["admin", "maintainer", "member"],
  /** Pausing the watch over something, and setting how it is watched. */
  manageChecks: ["admin", "maintainer"],
  /** Releasing what somebody else takes care of. */
  releaseClaims: ["admin", "maintainer"],
  exportRecords: ["admin", "maintainer", "member"],
  importRecords: ["admin", "maintainer", "member"],
  manageTeamViews: ["admin", "maintainer"],
  /** What the portal shows outside: status pages of customers and walls. */
  manageStatusPages: ["admin", "maintainer"],
  manageLists: ["admin", "maintainer"],
  /** Leads feedback through its workflow, plans it and reads what maintainers note among themselves. */
  manageFeedback: ["admin", "maintainer"],
  /** Everybody sees what they have themselves. */
  seeDevicesOfPeople: ["admin", "maintainer"],
  /** What waits for somebody; everybody sees what waits for them. */
  seeTasksOfPeople: ["admin", "maintainer"],
} as const satisfies Record<string, readonly Role[]>;

export type Ability = keyof typeof abilities;

/** Whether a role has an ability; the client may hide by it, the server decides by it. */
export function hasAbility(holder: Role, ability: Ability): boolean {
  return isOneOf(abilities[ability], holder);
}
