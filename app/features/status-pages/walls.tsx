import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { OpenedStatusPage } from "../../../contract/status-pages/status-pages.ts";
import { createWall } from "../../../contract/status-pages/status-pages-input.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useCreateOnce } from "../../lib/api/use-create-once.ts";
import { FieldsForm } from "../../lib/form/fields-form.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { OneTimeSecretDialog } from "../../ui/secrets/one-time-secret-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { PageRow } from "./page-row.tsx";
import { StatusPageUrl } from "./status-page-url.tsx";

/** The screens of the office: large, dark, without a session. */
export function Walls() {
  const walls = useQuery(useTRPC().statusPage.list.queryOptions({}));
  return (
    <Section title="Bildschirme" aside={<CreateWall />}>
      <p className="mt-3 max-w-[640px] text-text-2">
        Für den Monitor im Büro: alle überwachten Websites und Hoster mit Namen und Zustand, sonst nichts. Der
        Bildschirm braucht keine Anmeldung, nur seine Adresse.
      </p>
      <QueryPanel query={walls} failure="Die Bildschirme konnten nicht geladen werden." rows={2}>
        {(found) =>
          found.length === 0 ? (
            <p className="py-4 text-text-2">Noch kein Bildschirm.</p>
          ) : (
            <ul className="mt-3 border-t">
              {found.map((page) => (
                <PageRow key={page.id} page={page} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </Section>
  );
}

function CreateWall() {
  return (
    <OneTimeSecretDialog<OpenedStatusPage>
      trigger={
        <Button size="sm" icon={Plus} className="mb-1.5">
          Bildschirm anlegen
        </Button>
      }
      title="Bildschirm anlegen"
      ask={(done, close) => <CreateForm onCreated={done} onCancel={close} />}
      madeTitle="Bildschirm angelegt"
      show={(page, close) => <StatusPageUrl page={page} onDone={close} />}
    />
  );
}

function CreateForm({ onCreated, onCancel }: { onCreated: (page: OpenedStatusPage) => void; onCancel: () => void }) {
  const fields = useForm<{ name: string }>({ schema: createWall, initial: { name: "" } });
  const { create, creationId } = useCreateOnce(useTRPC().statusPage.createWall.mutationOptions(), {
    feature: "statusPage",
    onCreated,
    showRefusal: fields.showRefusal,
  });
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Anlegen"
      busyLabel="Legt an …"
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ ...fields.values, creationId })}
      onCancel={onCancel}
    >
      <Field label="Name" hint="Steht oben auf dem Bildschirm, etwa „Büro Elmstedt“." errors={fields.errorsOf("name")}>
        <TextInput {...fields.control("name")} autoComplete="off" />
      </Field>
    </FieldsForm>
  );
}
