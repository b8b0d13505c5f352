import { useQuery } from "@tanstack/react-query";
import { ListChecks, Plus, Trash2 } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { TaskTemplate } from "../../../contract/tasks/tasks.ts";
import { saveTaskTemplate } from "../../../contract/tasks/tasks-input.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { useForm } from "../../lib/form/form.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";

/** The check lists that tasks can begin with. */
export function TaskTemplateSection() {
  const templates = useQuery(useTRPC().task.templates.queryOptions({}));
  const mayManage = hasAbility(useRole(), "manageTasks");
  const edit = (template?: TaskTemplate) =>
    void openModal<true>((controls) => <TemplateDialog template={template} {...controls} />);
  return (
    <Section
      title="Checklisten für Aufgaben"
      className="mb-11"
      aside={
        mayManage && (
          <Button size="sm" icon={Plus} onClick={() => edit()}>
            Neue Checkliste
          </Button>
        )
      }
    >
      <QueryPanel query={templates} failure="Die Checklisten konnten nicht geladen werden." rows={2}>
        {(all) =>
          all.length === 0 ? (
            <p role="status" className="border-b py-4 text-text-2">
              Noch keine. Eine Checkliste gibt neuen Aufgaben ihre Punkte.
            </p>
          ) : (
            <ul>
              {all.map((template) => (
                <Row key={template.id} template={template} mayManage={mayManage} onEdit={() => edit(template)} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </Section>
  );
}

function Row({ template, mayManage, onEdit }: { template: TaskTemplate; mayManage: boolean; onEdit: () => void }) {
  const { id, title, items } = template;
  const removing = useMutate(useTRPC().task.deleteTemplate.mutationOptions(), {
    refreshes: ["task"],
    success: "Checkliste gelöscht.",
  });
  const remove = async () => {
    const isSure = await confirm({
      title: "Checkliste löschen?",
      description: `„${title}“ wird gelöscht. Aufgaben, die damit begonnen haben, behalten ihre Punkte.`,
      confirmLabel: "Löschen",
    });
    if (isSure) removing.mutate({ id });
  };
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b py-2">
      <Icon of={ListChecks} size={20} className="flex-none text-text-3" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-550 [overflow-wrap:anywhere]">{title}</p>
        <p className="line-clamp-2 text-meta text-text-2">{items.join(" · ")}</p>
      </div>
      {mayManage && (
        <div className="flex gap-1">
          <Button size="sm" aria-label={`„${title}“ bearbeiten`} onClick={onEdit}>
            Bearbeiten
          </Button>
          <IconButton size="sm" icon={Trash2} label={`„${title}“ löschen`} onClick={() => void remove()} />
        </div>
      )}
    </li>
  );
}

interface Fields extends Record<string, unknown> {
  title: string;
  /** One point a line. */
  items: string;
}

const inputOf = ({ title, items }: Fields) => ({ title, items: items.split("\n").filter((line) => line.trim()) });

function TemplateDialog({
  template,
  open,
  onOpenChange,
  close,
}: ModalControls<true> & { template: TaskTemplate | undefined }) {
  const fields = useForm<Fields>({
    schema: saveTaskTemplate,
    initial: { title: template?.title ?? "", items: template?.items.join("\n") ?? "" },
    toInput: inputOf,
  });
  const saving = useMutate(useTRPC().task.saveTemplate.mutationOptions(), {
    refreshes: ["task"],
    success: "Checkliste gespeichert.",
    onSuccess: () => close(true),
    onRefused: fields.showRefusal,
  });
  const submit = () => {
    if (!fields.isValid()) return;
    saving.mutate({ ...(template && { id: template.id, version: template.version }), ...inputOf(fields.values) });
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={template ? "Checkliste bearbeiten" : "Neue Checkliste"}
      width={560}
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={saving.isPending}
      onSubmit={submit}
      formRef={fields.form}
      message={fields.message}
    >
      <Field label="Name" errors={fields.errorsOf("title")}>
        <TextInput {...fields.control("title")} autoFocus autoComplete="off" />
      </Field>
      <Field label="Checkliste" hint="Ein Punkt je Zeile." errors={fields.errorsOf("items")}>
        <TextArea {...fields.control("items")} rows={8} />
      </Field>
    </FormDialog>
  );
}
