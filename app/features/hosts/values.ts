import type { OwnValues } from "../../records/record-ui.tsx";
import { CertificateValue, ResponseValue, StatusValue } from "../checks/record-values.tsx";
import { UptimeValue } from "../checks/strip-edges.tsx";
import { PhpSupportValue } from "../technologies/software-columns.tsx";
import { PhpValue, SystemValue, SystemVersionValue } from "./software-values.tsx";

export const hostValues: OwnValues = {
  status: StatusValue,
  responseTimeMs: ResponseValue,
  uptime30d: UptimeValue,
  certificateExpiresAt: CertificateValue,
  os: SystemValue,
  osVersion: SystemVersionValue,
  phpVersions: PhpValue,
  phpSupport: PhpSupportValue,
};
