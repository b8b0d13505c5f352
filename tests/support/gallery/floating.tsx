import { Archive, CircleUser, LogOut, MessageSquarePlus, Moon, RefreshCw, Search } from "lucide-react";
import { Button, IconButton } from "../../../app/ui/button.tsx";
import { KeyValues } from "../../../app/ui/key-values.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../../app/ui/overlays/menu.tsx";
import { ToastCard } from "../../../app/ui/overlays/toast-card.tsx";
import { Tooltip } from "../../../app/ui/overlays/tooltip.tsx";
import { Section } from "../../../app/ui/section.tsx";
import { MissingChip } from "../../../app/ui/status/missing-chip.tsx";
import { Part } from "./part.tsx";

export function Floating({ onArchive }: { onArchive: () => void }) {
  return (
    <>
      <Part name="Toasts (440 px): lädt, bleibt stehen, Fehler, Info und Erfolg mit Restzeit-Kante">
        <div className="grid gap-2.5">
          <ToastCard tone="loading" title="Vorschau wird erzeugt …" message="Weingut Amsel – Onlineshop" />
          <ToastCard
            title="Neues Feedback"
            icon={MessageSquarePlus}
            message="Zertifikatswarnung kommt doppelt, wenn zwei Domains dasselbe Zertifikat haben"
            action={<Button size="sm">Ansehen</Button>}
            onClose={() => {}}
          />
          <ToastCard
            tone="error"
            title="Fehler!"
            message="Die Benachrichtigung konnte nicht gelöscht werden: Zeitüberschreitung beim Server."
            onClose={() => {}}
          />
          <ToastCard
            title="Update Website"
            icon={RefreshCw}
            message="Vorschaubild von Druckhaus Feldmann wurde erzeugt."
            onClose={() => {}}
            remaining={0.62}
          />
          <ToastCard tone="success" title="Gespeichert." onClose={() => {}} remaining={0.84} />
        </div>
      </Part>
      <Part name="Menü">
        <Menu>
          <MenuTrigger asChild>
            <Button>Menü öffnen</Button>
          </MenuTrigger>
          <MenuContent className="w-[260px]">
            <MenuLabel>Jana Petersen</MenuLabel>
            <MenuItem icon={CircleUser} asChild>
              <a href="#account">Account</a>
            </MenuItem>
            <MenuItem icon={Moon} kbd="⌘J">
              Dunkles Design
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={LogOut}>Abmelden</MenuItem>
            <MenuItem icon={Archive} danger onSelect={onArchive}>
              Archivieren
            </MenuItem>
          </MenuContent>
        </Menu>
      </Part>
      <Part name="Hinweis am Knopf">
        <Tooltip label="Suche" keys="⌘K" side="right">
          <IconButton icon={Search} label="Suche" />
        </Tooltip>
      </Part>
      <Section title="Stammdaten" aside="3 Felder">
        <KeyValues
          columns={1}
          items={[
            { key: "Registrar", value: "INWX" },
            { key: "Laufzeit", value: "12 Monate" },
            { key: "Vertrag", value: <MissingChip /> },
          ]}
        />
      </Section>
    </>
  );
}
