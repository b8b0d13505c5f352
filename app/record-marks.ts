import {
  ArrowLeftRight,
  FileSignature,
  Globe,
  MapPin,
  MonitorSmartphone,
  Package,
  ReceiptText,
  Server,
  Siren,
  UserRound,
} from "lucide-react";
import type { RecordMarks } from "./records/record-mark.tsx";
import { lazyModule } from "./ui/overlays/lazy-module.ts";

/** What the pages of other types show of each record type. */
export const recordMarks: RecordMarks = {
  domain: { icon: Globe },
  host: {
    icon: Server,
    fieldHint: lazyModule(async () => (await import("./features/hosts/field-hint.tsx")).hostHint),
  },
  customer: { fieldHint: lazyModule(async () => (await import("./features/customers/field-hint.tsx")).customerHint) },
  device: {
    icon: MonitorSmartphone,
    fieldHint: lazyModule(async () => (await import("./features/devices/field-hint.ts")).deviceHint),
  },
  contact: { icon: UserRound, hasFilesInMenu: true, askedInPassing: ["firstName", "roles", "email"] },
  contract: { icon: FileSignature, hasFilesInMenu: true },
  contractItem: { icon: ReceiptText, isMadeBeside: true },
  timeEntry: { icon: ReceiptText },
  provider: { icon: Package },
  registrar: { icon: Package },
  registrarAccount: { icon: ArrowLeftRight },
  location: { icon: MapPin },
  incident: { icon: Siren },
};
