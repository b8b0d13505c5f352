import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type Role, roleLabels, roles } from "../../../../contract/roles.ts";
import { roleNotes } from "../../../../contract/users/role-notes.ts";
import { type Invitation, inviteUser } from "../../../../contract/users/users.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { FieldsForm } from "../../../lib/form/fields-form.tsx";
import { useForm } from "../../../lib/form/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { handOverText, InvitationLink } from "./invitation-link.tsx";

const schema = inviteUser.shape.body;
const empty = { name: "", email: "", role: "member" };

/** The button that invites, and its dialog: first who, then the link. */
export function InviteDialog() {
  const [open, setOpen] = useState(false);
  const [invitation, setInvitation] = useState<Invitation>();
  const close = () => {
    setOpen(false);
    setInvitation(undefined);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      trigger={
        <Button variant="primary" icon={Plus}>
          Einladen
        </Button>
      }
      title={invitation ? invitedTitle(invitation) : "Jemanden einladen"}
      description={
        invitation
          ? handOverText(invitation)
          : "Die Person bekommt einen Link, per E-Mail oder von dir, und legt damit ihr Passwort fest."
      }
    >
      {invitation ? (
        <InvitationLink invitation={invitation} onDone={close} />
      ) : (
        <InviteForm onInvited={setInvitation} onCancel={close} />
      )}
    </Dialog>
  );
}

const invitedTitle = ({ isMailed }: Invitation) => (isMailed ? "Einladung verschickt" : "Einladung erstellt");

function InviteForm({ onInvited, onCancel }: { onInvited: (invitation: Invitation) => void; onCancel: () => void }) {
  const trpc = useTRPC();
  const fields = useForm({ schema, initial: empty, draftKey: "invite" });
  const invite = useMutate(trpc.user.invite.mutationOptions(), {
    refreshes: ["user"],
    onSuccess: (invitation) => {
      fields.reset();
      onInvited(invitation);
    },
    onRefused: fields.showRefusal,
  });
  const queryClient = useQueryClient();
  const checkEmail = async () => {
    const { email } = fields.values;
    if (!schema.shape.email.safeParse(email).success) return;
    const message = await queryClient.fetchQuery(trpc.user.takenEmail.queryOptions({ email })).catch(() => null);
    if (message) fields.refuseValue("email", email, message);
  };
  return (
    <FieldsForm
      fields={fields}
      submitLabel="Einladen"
      busyLabel="Lädt ein …"
      isBusy={invite.isPending}
      onSubmit={() => invite.mutate({ body: schema.parse(fields.values) })}
      onCancel={onCancel}
    >
      <Field label="Name" errors={fields.errorsOf("name")}>
        <TextInput {...fields.control("name")} autoComplete="off" />
      </Field>
      <Field label="E-Mail" errors={fields.errorsOf("email")}>
        <TextInput
          {...fields.control("email")}
          onBlur={() => {
            fields.check("email");
            void checkEmail();
          }}
          type="email"
          autoComplete="off"
        />
      </Field>
      <Field label="Rolle" hint={roleNotes[fields.values.role as Role]} errors={fields.errorsOf("role")}>
        <Select {...fields.control("role")}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </Select>
      </Field>
    </FieldsForm>
  );
}
