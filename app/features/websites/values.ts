import type { OwnValues } from "../../records/record-ui.tsx";
import { CertificateValue, ResponseValue, StatusValue } from "../checks/record-values.tsx";
import { UptimeValue } from "../checks/strip-edges.tsx";
import { LegalStateValue } from "../legal/legal-state-value.tsx";
import { PreviewValue } from "../previews/thumb.tsx";
import {
  PhpSupportValue,
  PhpValue,
  SystemValue,
  UpdatesValue,
  VersionValue,
} from "../technologies/software-columns.tsx";

export const websiteValues: OwnValues = {
  status: StatusValue,
  preview: PreviewValue,
  responseTimeMs: ResponseValue,
  uptime30d: UptimeValue,
  certificateExpiresAt: CertificateValue,
  cms: SystemValue,
  cmsVersion: VersionValue,
  phpVersion: PhpValue,
  updates: UpdatesValue,
  phpSupport: PhpSupportValue,
  legalState: LegalStateValue,
};
