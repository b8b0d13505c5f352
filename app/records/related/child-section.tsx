import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useRecordDialog } from "../form/use-record-dialog.ts";
import { RecordsOf } from "./records-of.tsx";
import { useRecordsOf } from "./use-records-of.ts";

interface ChildSectionProps {
  customer: RecordRow;
  type: RecordType;
  orderBy: NonNullable<Parameters<typeof useRecordsOf>[3]>["orderBy"];
  children: (records: readonly RecordRow[]) => ReactNode;
}

/** What a customer has of a type without pages: the active ones or the archive, and the way to add one. */
export function ChildSection({ customer, type, orderBy, children }: ChildSectionProps) {
  const [archived, setArchived] = useState(false);
  const found = useRecordsOf(type, "customerId", customer.id, { archived, orderBy: orderBy ?? [] });
  const { labels } = declarationOf(type);
  const openDialog = useRecordDialog();
  const add = () => openDialog(type, { prefill: { customerId: { id: customer.id, label: customer.title } } });
  return (
    <Section
      title={archived ? `${labels.many} im Archiv` : labels.many}
      aside={
        <>
          <Button variant="ghost" size="sm" aria-pressed={archived} onClick={() => setArchived(!archived)}>
            Archiv
          </Button>
          {customer.can.edit && (
            <Button variant="ghost" size="sm" icon={Plus} onClick={() => void add()}>
              {labels.create}
            </Button>
          )}
        </>
      }
    >
      <RecordsOf found={found} empty={archived ? "Nichts im Archiv." : `${labels.emptyTitle} ${labels.emptyText}`}>
        {children}
      </RecordsOf>
    </Section>
  );
}
