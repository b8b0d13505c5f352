import { lazyPart } from "../../lib/lazy-part.tsx";
import type { RecordTab } from "../../records/page/record-tab.ts";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const RegistrationTab = lazyPart(
  async () => (await import("./registration-tab.tsx")).RegistrationTab,
  <RowSkeletons rows={6} />,
);

/** What the registry says of a domain. */
export const registrationTab: RecordTab = {
  key: "registration",
  label: "Registrierung",
  render: (record) => <RegistrationTab domain={record} />,
};
