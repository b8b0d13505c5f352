import type { BlockArrangement } from "../../../contract/dashboard/blocks.ts";
import { dashboardSettings } from "../../../contract/settings/dashboard.ts";
import type { Settings, SettingsView } from "../../../contract/settings/sections.ts";
import { Section } from "../../ui/section.tsx";
import { BlockOrder } from "../dashboard/block-order.tsx";
import { SectionForm } from "./section-form.tsx";
import { useSectionForm } from "./use-section-form.ts";

type Fields = Record<keyof BlockArrangement, Settings<"dashboard">["order"]>;

const same = (values: Fields) => values;

/** How the dashboard is arranged for everybody who has not arranged it. */
export function DashboardForm({ view }: { view: SettingsView<"dashboard"> }) {
  const section = { section: "dashboard" as const, view, schema: dashboardSettings };
  const form = useSectionForm<"dashboard", Fields>({ ...section, toFields: same, toValues: same });
  const { values, change } = form.fields;
  return (
    <SectionForm form={form}>
      <Section title="Blöcke">
        <p className="mt-3 max-w-[640px] text-text-2">
          So steht das Dashboard bei allen, die es sich nicht selbst angeordnet haben. Ziehen, mit den Pfeilen oder mit
          Alt und ↑ oder ↓.
        </p>
        <div className="mt-[18px] max-w-[440px]">
          <BlockOrder
            value={values}
            onChange={({ order, hidden }) => {
              change("order", order);
              change("hidden", hidden);
            }}
          />
        </div>
      </Section>
    </SectionForm>
  );
}
