import { useSession } from "../../lib/people/session.tsx";
import { lazyMenuItems, Menu, MenuContent, MenuItems, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { OwnAvatar } from "./own-avatar.tsx";

const accountItems = lazyMenuItems(() => import("./account-items.tsx"));

export function AccountMenu({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const { data: session } = useSession();
  if (!session) return null;
  return (
    <Menu items={accountItems} onOpenChange={onOpenChange}>
      <MenuTrigger asChild>
        <button type="button" data-account-menu className="relative rounded-full transition-opacity hover:opacity-90">
          <span className="sr-only">Konto von </span>
          <OwnAvatar />
        </button>
      </MenuTrigger>
      <MenuContent side="right" align="end" sideOffset={12}>
        <MenuItems of={accountItems}>{({ AccountItems }) => <AccountItems userId={session.user.id} />}</MenuItems>
      </MenuContent>
    </Menu>
  );
}
