import { useNavigate } from "@remix-run/react";
import {
  DoorOpen,
  Ellipsis,
  KeyRound,
  LinkIcon,
  LockKeyhole,
  LockKeyholeOpen,
  MonitorSmartphone,
  ShieldOff,
  Trash2,
  UserCog,
} from "lucide-react";
import type { Role } from "../../../contract/roles.ts";
import type { UserAbilities } from "../../../contract/users/users.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useDialogs } from "../../lib/dialogs/use-dialogs.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { ResetSecondFactorDialog } from "../security/reset-second-factor-dialog.tsx";
import { InvitationDialog, PasswordLinkDialog } from "./people/invitation-link.tsx";
import { RoleDialog } from "./people/role-dialog.tsx";
import { DeactivateDialog, WithdrawDialog } from "./user-dialogs.tsx";
import { UserSessionsDialog } from "./user-sessions-dialog.tsx";

export interface ManagedPerson {
  id: string;
  name: string;
  role: Role;
  can: UserAbilities;
}

type Asked = "role" | "deactivate" | "withdraw" | "secondFactor" | "sessions";

/** What an admin may do with a person; nothing where there is nothing. */
export function UserActions({ person, onWithdrawn }: { person: ManagedPerson; onWithdrawn?: () => void }) {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const { show, controls } = useDialogs<Asked>();
  const reactivate = useMutate(trpc.user.reactivate.mutationOptions(), {
    refreshes: ["user"],
    success: "Gespeichert.",
  });
  const renew = useMutate(trpc.user.renewInvitation.mutationOptions(), { refreshes: ["user"] });
  const passwordLink = useMutate(trpc.user.createPasswordLink.mutationOptions(), { refreshes: [] });
  const { id, name, can } = person;
  const dialog = (which: Asked) => ({ person, ...controls(which) });
  if (!can.changeRole && !can.deactivate && !can.reactivate && !can.invite) return null;
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Aktionen für ${name}`} />
        </MenuTrigger>
        <MenuContent align="end">
          {can.changeRole && (
            <MenuItem icon={UserCog} onSelect={() => show("role")}>
              Rolle ändern …
            </MenuItem>
          )}
          {can.invite && (
            <MenuItem icon={LinkIcon} onSelect={() => renew.mutate({ id })}>
              Neuer Einladungslink
            </MenuItem>
          )}
          {can.createPasswordLink && (
            <MenuItem icon={KeyRound} onSelect={() => passwordLink.mutate({ id })}>
              Link für neues Passwort …
            </MenuItem>
          )}
          {can.endSessions && (
            <MenuItem icon={MonitorSmartphone} onSelect={() => show("sessions")}>
              Angemeldete Geräte …
            </MenuItem>
          )}
          {can.resetSecondFactor && (
            <MenuItem icon={ShieldOff} onSelect={() => show("secondFactor")}>
              Zweiten Faktor zurücksetzen …
            </MenuItem>
          )}
          {can.reactivate && (
            <MenuItem icon={LockKeyholeOpen} onSelect={() => reactivate.mutate({ id })}>
              Konto entsperren
            </MenuItem>
          )}
          {(can.deactivate || can.reactivate || can.invite) && <MenuSeparator />}
          {(can.deactivate || can.reactivate) && (
            <MenuItem icon={DoorOpen} onSelect={() => navigate(`/users/${id}/offboarding`)}>
              Austritt begleiten …
            </MenuItem>
          )}
          {can.deactivate && (
            <MenuItem danger icon={LockKeyhole} onSelect={() => show("deactivate")}>
              Konto sperren …
            </MenuItem>
          )}
          {can.invite && (
            <MenuItem danger icon={Trash2} onSelect={() => show("withdraw")}>
              Einladung zurückziehen …
            </MenuItem>
          )}
        </MenuContent>
      </Menu>
      <RoleDialog {...dialog("role")} />
      <DeactivateDialog {...dialog("deactivate")} />
      <ResetSecondFactorDialog {...dialog("secondFactor")} />
      <UserSessionsDialog {...dialog("sessions")} />
      <WithdrawDialog {...dialog("withdraw")} onWithdrawn={onWithdrawn} />
      <InvitationDialog invitation={renew.data} onClose={renew.reset} />
      <PasswordLinkDialog invitation={passwordLink.data} onClose={passwordLink.reset} />
    </>
  );
}
