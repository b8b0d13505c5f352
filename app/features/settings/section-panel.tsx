import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SettingSection, SettingsView } from "../../../contract/settings/sections.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";

interface SectionPanelProps<Section extends SettingSection> {
  section: Section;
  children: (view: SettingsView<Section>) => ReactNode;
}

/** What is stored of a section, once it is there. */
export function SectionPanel<Section extends SettingSection>({ section, children }: SectionPanelProps<Section>) {
  const settings = useQuery(useTRPC().setting.get.queryOptions({ section }));
  return (
    <QueryPanel query={settings} failure="Die Einstellungen konnten nicht geladen werden.">
      {(view) => children(view as SettingsView<Section>)}
    </QueryPanel>
  );
}
