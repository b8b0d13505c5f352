import type { OffboardingStep } from "../../../contract/offboarding/offboarding.ts";

export interface AccountTables {
  userPreferences: UserPreferenceTable;
  offboardings: OffboardingTable;
  offboardingEntries: OffboardingEntryTable;
}

export interface UserPreferenceTable {
  userId: string;
  /** What differs from the defaults. */
  valuesJson: string;
  updatedAt: string;
}

/** How one person has left the team; a person who comes back can leave again. */
export interface OffboardingTable {
  id: string;
  userId: string;
  startedAt: string;
  byId: string | null;
  finishedAt: string | null;
}

/** What was done in a step; a step that was interrupted leaves several. */
export interface OffboardingEntryTable {
  id: string;
  offboardingId: string;
  step: OffboardingStep;
  at: string;
  byId: string | null;
  /** What the step moved, as its page and the handover report tell it. */
  detailsJson: string;
}
