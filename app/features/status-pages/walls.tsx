import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { OpenedStatusPage } from "../../../contract/status-pages/status-pages.ts";
import { createWall } from "../../../contract/status-pages/status-pages-input.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useForm } from "../../lib/form/form.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { DialogFooter } from "../../ui/overlays/dialog-footer.tsx";
import { OneTimeSecretDialog } from "../../ui/overlays/one-time-secret-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { PageAddress } from "./page-address.tsx";
import { PageRow } from "./page-row.tsx";

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
      show={(page, close) => <PageAddress page={page} onDone={close} />}
    />
  );
}

function CreateForm({ onCreated, onCancel }: { onCreated: (page: OpenedStatusPage) => void; onCancel: () => void }) {
  const invalidate = useInvalidate();
  const [creationId] = useState(newClientId);
  const fields = useForm<{ name: string }>({ schema: createWall, initial: { name: "" } });
  const create = useMutate(useTRPC().statusPage.createWall.mutationOptions(), {
    refreshes: ["statusPage"],
    onSuccess: onCreated,
    onRefused: (error) => {
      // What is refused as sent before stands in the list, which has not heard of it.
      void invalidate(["statusPage"]);
      return fields.showRefusal(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending && fields.isValid()) create.mutate({ ...fields.values, creationId });
  };
  return (
    <form ref={fields.form} onSubmit={submit} noValidate className="mt-[18px] grid gap-[18px]">
      {fields.message && <FormNotice text={fields.message} />}
      <Field label="Name" hint="Steht oben auf dem Bildschirm, etwa „Büro Elmstedt“." errors={fields.errorsOf("name")}>
        <TextInput {...fields.control("name")} autoComplete="off" />
      </Field>
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={create.isPending} loadingLabel="Legt an …">
          Anlegen
        </Button>
      </DialogFooter>
    </form>
  );
}
