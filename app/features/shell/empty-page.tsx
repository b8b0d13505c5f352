import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState } from "../../ui/placeholders/empty-state.tsx";

type EmptyPageProps = { title: string; missing: string; next: string };

/** A section of the portal without a single record: what is missing and what happens next. */
export function EmptyPage({ title, missing, next }: EmptyPageProps) {
  return (
    <>
      <PageHeader title={title} count={0} />
      <EmptyState title={missing} text={next} className="mt-16 md:mt-[104px]" />
    </>
  );
}
