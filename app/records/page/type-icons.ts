import {
  ArrowLeftRight,
  FileSignature,
  Globe,
  type LucideIcon,
  MapPin,
  MonitorSmartphone,
  Package,
  ReceiptText,
  Server,
  UserRound,
} from "lucide-react";
import type { RecordType } from "../../../contract/records/record-types.ts";

/** The sign of a type in a row; customers and websites are told apart by their letter. */
export const typeIcons: Partial<Record<RecordType, LucideIcon>> = {
  domain: Globe,
  host: Server,
  device: MonitorSmartphone,
  contact: UserRound,
  contract: FileSignature,
  contractItem: ReceiptText,
  provider: Package,
  registrar: Package,
  registrarAccount: ArrowLeftRight,
  location: MapPin,
};
