import type { Generated } from "kysely";
import type { RegistrarServiceName } from "../../../contract/registrar-connections/services.ts";
import type { RecordColumns } from "./record-columns.ts";

export interface TagTable extends RecordColumns {
  name: string;
  color: string | null;
}

export interface ProviderTable extends RecordColumns {
  name: string;
  website: string | null;
  customerNo: string | null;
  supportPhone: string | null;
  supportEmail: string | null;
  statusPageUrl: string | null;
  avvSignedAt: string | null;
  avvVersion: string | null;
  subProcessorsUrl: string | null;
  notes: string | null;
}

export interface RegistrarTable extends RecordColumns {
  name: string;
  website: string | null;
  customerNo: string | null;
  supportPhone: string | null;
  supportEmail: string | null;
  notes: string | null;
}

export interface RegistrarAccountTable extends RecordColumns {
  name: string;
  registrarId: string;
  customerNo: string | null;
  username: string | null;
  defaultPeriodMonths: number | null;
  defaultNoticeDays: number | null;
  credentialsRef: string | null;
  notes: string | null;
}

export interface DeviceCategoryTable extends RecordColumns {
  name: string;
  needsSerial: Generated<number>;
  acceptText: string | null;
  defaultWarrantyMonths: number | null;
  defaultAuditMonths: number | null;
}

export interface LocationTable extends RecordColumns {
  name: string;
  kind: string;
  address: string | null;
  notes: string | null;
}

export interface RegistrarConnectionTables {
  registrarConnections: RegistrarConnectionTable;
  registrarDomains: RegistrarDomainTable;
}

/** A way to ask a registrar about an account of the agency's; one for each account. */
export interface RegistrarConnectionTable {
  id: string;
  registrarAccountId: string;
  service: RegistrarServiceName;
  /** What its service needs to know, without what nobody may read again. */
  valuesJson: string;
  sealedSecrets: string;
  enabled: Generated<0 | 1>;
  dueAt: string;
  claimedBy: Generated<string | null>;
  claimedUntil: Generated<string | null>;
  /** In a row; what was known stays. */
  failures: Generated<number>;
  triedAt: Generated<string | null>;
  succeededAt: Generated<string | null>;
  error: Generated<string | null>;
  createdAt: string;
  version: Generated<number>;
}

/** A domain that a registrar has named, or a zone of the DNS, which is no registration. */
export interface RegistrarDomainTable {
  registrarConnectionId: string;
  nameAce: string;
  isZone: 0 | 1;
  /** Null while it could never be read. */
  answerJson: string | null;
  /** Why it could not be read the last time. */
  problem: string | null;
  seenAt: string;
}
