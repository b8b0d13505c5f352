import type { RecordUi } from "../../records/record-ui.tsx";
import { StatusState, UptimeFact } from "../checks/card.tsx";
import { CheckNow } from "../checks/check-acts.tsx";
import { CertificateValue, ResponseValue, StatusValue } from "../checks/record-values.tsx";
import { CardEdge, HeadEdge, UptimeValue } from "../checks/strip-edges.tsx";
import { LegalStateValue } from "../legal/legal-state-value.tsx";
import { PreviewValue } from "../previews/thumb.tsx";
import {
  PhpSupportValue,
  PhpValue,
  SystemValue,
  UpdatesValue,
  VersionValue,
} from "../technologies/software-columns.tsx";
import { MissingContract } from "./missing-contract.tsx";
import { NextDeadlines } from "./next-deadlines.tsx";
import { WebsiteMenu, WebsiteSelection, WebsiteTop } from "./website-parts.tsx";

/** What is special about websites. */
export const websiteUi: RecordUi = {
  values: {
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
  },
  card: { State: StatusState, Fact: UptimeFact, Edge: CardEdge },
  HeadEdge,
  HeaderActions: CheckNow,
  MenuActions: WebsiteMenu,
  SelectionActions: WebsiteSelection,
  listReport: { name: "legal", label: "Rechtliche Befunde als Excel-Tabelle" },
  fillers: { contractId: MissingContract },
  BesideTop: NextDeadlines,
  OverviewNotice: WebsiteTop,
  lead: { state: "status", facts: ["url", "customerId", "hosts", "responsibleUserId"] },
  derivedBeside: { slaLevel: ["contractId"] },
  console: { field: "adminUrl", label: "Backend öffnen" },
};
