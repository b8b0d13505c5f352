import {
  AppWindow,
  BookOpen,
  Building2,
  FileSignature,
  Globe,
  type LucideIcon,
  MessageSquarePlus,
  MonitorSmartphone,
  Server,
  Siren,
  UserRound,
} from "lucide-react";
import type { FoundType } from "../../../../contract/search/search.ts";

/** The headings and icons under which things that can be mentioned are offered. */
export const mentionIcons: Record<FoundType, { many: string; icon: LucideIcon }> = {
  user: { many: "Team", icon: UserRound },
  page: { many: "Wiki", icon: BookOpen },
  website: { many: "Websites", icon: AppWindow },
  domain: { many: "Domains", icon: Globe },
  host: { many: "Hoster", icon: Server },
  customer: { many: "Kunden", icon: Building2 },
  device: { many: "Geräte", icon: MonitorSmartphone },
  contact: { many: "Ansprechpartner", icon: UserRound },
  contract: { many: "Verträge", icon: FileSignature },
  incident: { many: "Störungen", icon: Siren },
  feedback: { many: "Feedback", icon: MessageSquarePlus },
};
