import { ArrowLeftRight, MapPin, Package, ReceiptText, UserRound } from "lucide-react";
import { contractUi } from "./features/contracts/record-ui.tsx";
import { customerUi } from "./features/customers/record-ui.tsx";
import { deviceUi } from "./features/devices/record-ui.tsx";
import { domainUi } from "./features/domains/record-ui.tsx";
import { feedbackUi } from "./features/feedback/record-ui.tsx";
import { hostUi } from "./features/hosts/record-ui.tsx";
import { incidentUi } from "./features/incidents/record-ui.ts";
import { websiteUi } from "./features/websites/record-ui.ts";
import { pageUi } from "./features/wiki/record-ui.tsx";
import type { RecordUis } from "./records/record-ui.tsx";

/** What is special about each record type, for the record engine, which knows no type by itself. */
export const recordUis: RecordUis = {
  website: websiteUi,
  domain: domainUi,
  host: hostUi,
  customer: customerUi,
  device: deviceUi,
  contact: { icon: UserRound, hasFilesInMenu: true, askedInPassing: ["firstName", "roles", "email"] },
  contract: contractUi,
  contractItem: { icon: ReceiptText, isMadeBeside: true },
  timeEntry: { icon: ReceiptText },
  provider: { icon: Package },
  registrar: { icon: Package },
  registrarAccount: { icon: ArrowLeftRight },
  location: { icon: MapPin },
  page: pageUi,
  feedback: feedbackUi,
  incident: incidentUi,
};
