import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SettingSection, SettingsView } from "../../../contract/settings/sections.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";

interface SectionPanelProps {
  section: SettingSection;
  children: (view: SettingsView) => ReactNode;
}

/** What is stored of a section, once it is there. */
export function SectionPanel({ section, children }: SectionPanelProps) {
  const settings = useQuery(useTRPC().setting.get.queryOptions({ section }));
  return (
    <QueryPanel query={settings} failure="Die Einstellungen konnten nicht geladen werden.">
      {children}
    </QueryPanel>
  );
}
