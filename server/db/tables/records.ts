import type { Generated } from "kysely";
import type { GapKind } from "../../../contract/contract-gaps/contract-gaps.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { ViewScope } from "../../../contract/records/view-scopes.ts";
import type { FoundType } from "../../../contract/search/search.ts";
import type {
  ContactTable,
  ContractItemTable,
  ContractTable,
  CustomerTable,
  RunningTimerTable,
  TimeEntryTable,
} from "./customers.ts";
import type { DeviceMovementTable, DeviceTable, DomainTable, HostTable, WebsiteTable } from "./inventory.ts";
import type {
  DeviceCategoryTable,
  LocationTable,
  ProviderTable,
  RegistrarAccountTable,
  RegistrarTable,
  TagTable,
} from "./value-lists.ts";

/** The tables of records and of what goes with them; a record's columns are the fields of its declaration. */
export interface RecordTables {
  websites: WebsiteTable;
  domains: DomainTable;
  hosts: HostTable;
  customers: CustomerTable;
  devices: DeviceTable;
  contacts: ContactTable;
  contracts: ContractTable;
  contractItems: ContractItemTable;
  timeEntries: TimeEntryTable;
  runningTimers: RunningTimerTable;
  gapSettlements: GapSettlementTable;
  providers: ProviderTable;
  registrars: RegistrarTable;
  registrarAccounts: RegistrarAccountTable;
  deviceCategories: DeviceCategoryTable;
  locations: LocationTable;
  tags: TagTable;
  recordTags: RecordTagTable;
  websiteDomains: WebsiteDomainTable;
  websiteHosts: WebsiteHostTable;
  deviceMovements: DeviceMovementTable;
  savedViews: SavedViewTable;
  numberRanges: NumberRangeTable;
  recentRecords: RecentRecordTable;
  merges: MergeTable;
  recordFollowers: RecordFollowerTable;
}

/** A contract gap that somebody has settled, as long as its facts stay the same. */
export interface GapSettlementTable {
  kind: GapKind;
  subjectType: RecordType;
  subjectId: string;
  facts: string;
  reason: string;
  settledById: string | null;
  settledAt: string;
}

export interface RecordTagTable {
  recordType: RecordType;
  recordId: string;
  tagId: string;
}

export interface WebsiteDomainTable {
  websiteId: string;
  domainId: string;
  role: string;
}

export interface WebsiteHostTable {
  websiteId: string;
  hostId: string;
  role: string;
}

export interface SavedViewTable {
  id: string;
  recordType: RecordType;
  name: string;
  scope: ViewScope;
  ownerId: string;
  stateJson: string;
  createdAt: string;
  updatedAt: string;
  version: Generated<number>;
}

export interface NumberRangeTable {
  name: string;
  /** Where the search for the next free number begins. */
  next: Generated<number>;
}

/** What a person has looked at, for the palette. */
export interface RecentRecordTable {
  userId: string;
  recordType: Exclude<FoundType, "user">;
  recordId: string;
  at: string;
}

/** A record that was merged into another one; its id goes on leading there. */
export interface MergeTable {
  id: string;
  recordType: RecordType;
  mergedId: string;
  survivorId: string;
  at: string;
  byId: string | null;
  /** What it takes to undo it; null once the days for that are over. */
  undoJson: string | null;
  undoneAt: string | null;
}

export interface RecordFollowerTable {
  recordType: RecordType;
  recordId: string;
  userId: string;
  createdAt: string;
}
