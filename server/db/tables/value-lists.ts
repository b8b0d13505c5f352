import type { Generated } from "kysely";
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
