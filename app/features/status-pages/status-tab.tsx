import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { customers } from "../../../contract/customers/customers.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import {
  maxSitesPerPage,
  type OpenedStatusPage,
  type StatusPage,
} from "../../../contract/status-pages/status-pages.ts";
import { createStatusPage, updateStatusPage } from "../../../contract/status-pages/status-pages-input.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useCreateOnce } from "../../lib/api/use-create-once.ts";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { useRecordsOf } from "../../records/related/use-records-of.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { OneTimeSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { ImageUpload } from "../files/image-upload.tsx";
import { PageRow } from "./page-row.tsx";
import { StatusPageUrl } from "./status-page-url.tsx";

/** What a customer sees of the portal: their status pages, and the logo on them. */
export function StatusTab({ customer }: { customer: RecordRow }) {
  const pages = useQuery(useTRPC().statusPage.list.queryOptions({ customerId: customer.id }));
  return (
    <>
      <Section title="Statusseiten" aside={!customer.archivedAt && <CreatePage customer={customer} />}>
        <p className="mt-3 max-w-[640px] text-text-2">
          Eine Statusseite zeigt dem Kunden ohne Anmeldung, wie es seinen Websites geht: Zustand, Verfügbarkeit der
          letzten 90 Tage, Störungen in einfachen Worten und geplante Wartung. Was ihr intern notiert, steht nie darauf.
        </p>
        <QueryPanel query={pages} failure="Die Statusseiten konnten nicht geladen werden." rows={2}>
          {(found) =>
            found.length === 0 ? (
              <p className="py-4 text-text-2">Noch keine Statusseite.</p>
            ) : (
              <ul className="mt-3 border-t">
                {found.map((page) => (
                  <PageRow key={page.id} page={page}>
                    <ChangePage customer={customer} page={page} />
                  </PageRow>
                ))}
              </ul>
            )
          }
        </QueryPanel>
      </Section>
      <CustomerLogo customer={customer} />
    </>
  );
}

function CustomerLogo({ customer }: { customer: RecordRow }) {
  const trpc = useTRPC();
  const customerId = customer.id;
  const look = useQuery(trpc.statusPage.logo.queryOptions({ customerId }));
  const setting = useMutate(trpc.statusPage.setLogo.mutationOptions(), {
    refreshes: ["statusPage"],
    success: "Gespeichert.",
  });
  const { color } = valuesOf(customers, customer);
  return (
    <Section title="Logo und Farbe">
      <QueryPanel query={look} rows={1}>
        {({ logoKey }) => (
          <div className="mt-2">
            <ImageUpload
              imageKey={logoKey}
              fallback={<LetterTile name={customer.title} thingId={customerId} size={44} />}
              label="Logo"
              shape="square"
              onUploaded={({ key }) => setting.mutate({ customerId, logoKey: key })}
              onRemoved={() => setting.mutate({ customerId, logoKey: null })}
            />
            <p className="mt-2 text-meta text-text-3">
              {color
                ? `Die Farbe ${color} steht beim Kunden unter „Beziehung“.`
                : "Eine Farbe lässt sich beim Kunden unter „Beziehung“ eintragen."}
            </p>
          </div>
        )}
      </QueryPanel>
    </Section>
  );
}

function CreatePage({ customer }: { customer: RecordRow }) {
  return (
    <OneTimeSecretDialog<OpenedStatusPage>
      trigger={
        <Button size="sm" icon={Plus} className="mb-1.5">
          Statusseite anlegen
        </Button>
      }
      title="Statusseite anlegen"
      ask={(done, close) => <CreateForm customer={customer} onCreated={done} onCancel={close} />}
      madeTitle="Statusseite angelegt"
      show={(page, close) => <StatusPageUrl page={page} onDone={close} />}
    />
  );
}

interface Fields extends Record<string, unknown> {
  name: string;
  websiteIds: string[];
}

interface CreateFormProps {
  customer: RecordRow;
  onCreated: (page: OpenedStatusPage) => void;
  onCancel: () => void;
}

function CreateForm({ customer, onCreated, onCancel }: CreateFormProps) {
  const customerId = customer.id;
  const fields = useForm<Fields>({
    schema: createStatusPage.omit({ customerId: true, creationId: true }),
    initial: { name: customer.title, websiteIds: [] },
  });
  const { create, creationId } = useCreateOnce(useTRPC().statusPage.create.mutationOptions(), {
    feature: "statusPage",
    onCreated,
    showRefusal: fields.showRefusal,
  });
  return (
    <PageForm
      fields={fields}
      customerId={customerId}
      submitLabel="Anlegen"
      busyLabel="Legt an …"
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ ...fields.values, customerId, creationId })}
      onCancel={onCancel}
    />
  );
}

function ChangePage({ customer, page }: { customer: RecordRow; page: StatusPage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={`„${page.name}“ bearbeiten`}>
          Bearbeiten
        </Button>
      }
      title="Statusseite bearbeiten"
    >
      <ChangeForm customerId={customer.id} page={page} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function ChangeForm({ customerId, page, onDone }: { customerId: string; page: StatusPage; onDone: () => void }) {
  const fields = useForm<Fields>({
    schema: updateStatusPage.omit({ id: true }),
    initial: { name: page.name, websiteIds: page.websites.map(({ id }) => id) },
  });
  const update = useMutate(useTRPC().statusPage.update.mutationOptions(), {
    refreshes: ["statusPage"],
    success: "Gespeichert.",
    onSuccess: onDone,
    onRefused: fields.showRefusal,
  });
  return (
    <PageForm
      fields={fields}
      customerId={customerId}
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={update.isPending}
      onSubmit={() => update.mutate({ id: page.id, ...fields.values })}
      onCancel={onDone}
    />
  );
}

interface PageFormProps extends Omit<ComponentProps<typeof FieldsForm>, "fields" | "children"> {
  fields: ReturnType<typeof useForm<Fields>>;
  customerId: string;
}

function PageForm({ fields, customerId, ...form }: PageFormProps) {
  const found = useRecordsOf("website", "customerId", customerId, {
    orderBy: [{ field: "name" }],
    limit: maxSitesPerPage,
  });
  const chosen = fields.values.websiteIds;
  const toggle = (id: string, isOn: boolean) =>
    fields.change("websiteIds", isOn ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <FieldsForm fields={fields} {...form}>
      <Field label="Name" hint="Steht oben auf der Seite." errors={fields.errorsOf("name")}>
        <TextInput {...fields.control("name")} autoComplete="off" />
      </Field>
      <Fieldset legend="Websites" errors={fields.errorsOf("websiteIds")}>
        <QueryPanel query={found.list} failure="Die Websites konnten nicht geladen werden." rows={2}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="mt-1.5 text-ui text-text-2">Dieser Kunde hat noch keine Website.</p>
            ) : (
              <div className="mt-1.5 grid max-h-64 overflow-y-auto text-ui">
                {data.map(({ id, title }) => (
                  <Checkbox
                    key={id}
                    label={title}
                    checked={chosen.includes(id)}
                    onChange={(event) => toggle(id, event.target.checked)}
                  />
                ))}
              </div>
            )
          }
        </QueryPanel>
      </Fieldset>
    </FieldsForm>
  );
}
