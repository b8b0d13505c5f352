import {
  Archive,
  CircleUser,
  LogOut,
  MessageSquarePlus,
  Moon,
  Network,
  Plus,
  RefreshCw,
  Search,
  Upload,
} from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "../../../app/ui/avatar.tsx";
import { AvatarStack } from "../../../app/ui/avatar-stack.tsx";
import { Badge } from "../../../app/ui/badge.tsx";
import { Button, IconButton } from "../../../app/ui/button.tsx";
import { Checkbox } from "../../../app/ui/checkbox.tsx";
import { Edge, type EdgeState, edgeSentence } from "../../../app/ui/edge.tsx";
import { EdgeReader } from "../../../app/ui/edge-reader.tsx";
import { EmptyState } from "../../../app/ui/empty-state.tsx";
import { ErrorView } from "../../../app/ui/error-page.tsx";
import { Field } from "../../../app/ui/field.tsx";
import { KeyValues } from "../../../app/ui/key-values.tsx";
import { LetterTile } from "../../../app/ui/letter-tile.tsx";
import { ListError, NoHits } from "../../../app/ui/list-states.tsx";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "../../../app/ui/menu.tsx";
import { MissingChip } from "../../../app/ui/missing-chip.tsx";
import { PageHeader } from "../../../app/ui/page-header.tsx";
import { Section } from "../../../app/ui/section.tsx";
import { Segment } from "../../../app/ui/segment.tsx";
import { Select } from "../../../app/ui/select.tsx";
import { RowBones } from "../../../app/ui/skeleton.tsx";
import { Status, StatusGlyph } from "../../../app/ui/status.tsx";
import { Switch } from "../../../app/ui/switch.tsx";
import { Tabs } from "../../../app/ui/tabs.tsx";
import { Tag } from "../../../app/ui/tag.tsx";
import { TermEdge } from "../../../app/ui/term-edge.tsx";
import { TextArea } from "../../../app/ui/text-area.tsx";
import { PasswordInput, TextInput } from "../../../app/ui/text-input.tsx";
import { ToastCard } from "../../../app/ui/toast-card.tsx";
import { Tooltip } from "../../../app/ui/tooltip.tsx";

export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="mb-[26px]">
      <div className="mb-[9px] text-label text-text-3">{name}</div>
      {children}
    </div>
  );
}

export function Buttons() {
  return (
    <>
      <Part name="Knöpfe: Ruhe, Hover, Gedrückt, Fokus, Gesperrt, Lädt">
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" icon={Plus}>
            Neu
          </Button>
          <Button variant="primary" icon={Plus} className="!bg-brand-hover">
            Neu
          </Button>
          <Button variant="primary" icon={Plus} className="!bg-brand-press">
            Neu
          </Button>
          <Button variant="primary" icon={Plus} className="outline outline-2 outline-offset-2 outline-focus">
            Neu
          </Button>
          <Button disabled>Gesperrt</Button>
        </div>
        <div className="mt-2.5 flex flex-wrap gap-2.5">
          <Button icon={RefreshCw}>Jetzt prüfen</Button>
          <Button icon={RefreshCw} className="!border-control !bg-sunken">
            Jetzt prüfen
          </Button>
          <Button icon={RefreshCw} loading loadingLabel="Prüft …">
            Prüft …
          </Button>
          <Button variant="ghost" className="!bg-tint-7">
            Abbrechen
          </Button>
          <Button variant="ink">Übernehmen</Button>
        </div>
        <div className="mt-2.5 flex items-center gap-2.5">
          <Button variant="danger" icon={Archive}>
            Archivieren
          </Button>
          <Button variant="danger-fill">Endgültig löschen</Button>
          <Button size="sm">Klein</Button>
        </div>
      </Part>
      <Part name="Status: Form, Farbe, Wort">
        <div className="grid grid-cols-2 gap-x-5 gap-y-1.5">
          <Status state="online" />
          <Status state="degraded" />
          <Status state="offline" />
          <Status state="maintenance" />
          <Status state="unknown" />
          <Status state="paused" />
        </div>
      </Part>
      <Part name="Tags, fehlender Wert">
        <div className="flex flex-wrap items-center gap-2">
          <Tag>Shop</Tag>
          <Tag tone="ok">Aktuell</Tag>
          <Tag tone="out">Update verfügbar 6.9.2</Tag>
          <Tag tone="warn">LTS-Ende 04/26</Tag>
          <Tag tone="bad">Sicherheitsupdate</Tag>
          <Tag tone="mnt">Wartung</Tag>
          <MissingChip onClick={() => {}} />
          <MissingChip>Ohne Vertrag</MissingChip>
        </div>
      </Part>
      <Part name="Menschen: da, abwesend, bearbeitet, offline; 20 bis 60 px">
        <div className="flex items-center gap-4">
          <Avatar name="Jana Petersen" size={20} presence="here" />
          <Avatar name="Sofie Lindner" presence="here" />
          <Avatar name="Kevin Okafor" size={28} presence="away" />
          <Avatar name="Timo Brandt" size={32} presence="edit" />
          <Avatar name="Anna Reuter" size={40} />
          <Avatar name="Jana Petersen" size={60} presence="here" />
        </div>
        <AvatarStack
          className="mt-3.5"
          people={[
            { id: "1", name: "Timo Brandt", presence: "here" },
            { id: "2", name: "Aylin Demir", presence: "edit" },
            { id: "3", name: "Sofie Lindner", presence: "here" },
            { id: "4", name: "Kevin Okafor", presence: "away" },
            { id: "5", name: "Anna Reuter" },
            { id: "6", name: "Mia Schulz" },
            { id: "7", name: "Ole Hansen" },
          ]}
        />
      </Part>
      <Part name="Zähler, Kacheln, Zeichen">
        <div className="flex items-center gap-3">
          <Badge count={3} />
          <Badge count={120} />
          <LetterTile name="Hotel Fährblick" />
          <LetterTile name="Weingut Amsel" size={44} />
          <StatusGlyph state="offline" />
        </div>
      </Part>
      <Edges />
    </>
  );
}

const DAYS: EdgeState[] = Array.from({ length: 30 }, (_, day) =>
  day === 29 ? "offline" : day === 11 ? "degraded" : day === 4 ? "maintenance" : "online",
);
const CELL: EdgeState[] = DAYS.map((state, day) => (day === 4 ? "online" : day === 28 ? "degraded" : state));
const OPEN: EdgeState[] = DAYS.map((state, day) => (day === 12 || day === 13 ? "unknown" : state));

function Edges() {
  const label = edgeSentence(DAYS, { figure: "99,21 %" });
  return (
    <Part name="Kanten: Zelle, Kachel, Kopf, offen; Laufzeit">
      <div className="grid gap-4">
        <Edge size="cell" segments={CELL} label={label} />
        <Edge segments={DAYS} label={label} />
        <EdgeReader segments={DAYS} label={label} details={DAYS.map((state, day) => `Tag ${day + 1}: ${state}`)} />
        <Edge size="open" segments={OPEN} label={label} />
        <TermEdge label="Vertrag bis 31.12.2026" now={0.7} zone={{ from: 0.7, to: 0.84 }} lastDate={0.84} />
      </div>
    </Part>
  );
}

export function Fields() {
  return (
    <>
      <Part name="Felder: Ruhe, Fokus, Fehler, gesperrt">
        <div className="grid gap-4">
          <Field label="Adresse" hint="Den Rest finden wir heraus.">
            <TextInput placeholder="https://" />
          </Field>
          <Field label="Name">
            <TextInput
              defaultValue="Weingut Amsel"
              className="!border-focus outline outline-2 outline-offset-[-1px] outline-focus"
            />
          </Field>
          <Field
            label="Domain"
            errors={["Bitte die Domain ohne Subdomain eingeben (gemeint: weingut-amsel.example?)."]}
          >
            <TextInput defaultValue="www.weingut-amsel.example" />
          </Field>
          <Field label="Inventarnr." mark="automatisch">
            <TextInput disabled defaultValue="MT-00052" />
          </Field>
          <div className="flex gap-[18px]">
            <Checkbox label="Intern" defaultChecked />
            <Checkbox label="Archiviert zeigen" />
            <Switch label="Überwachung" defaultChecked />
          </div>
        </div>
      </Part>
      <Part name="Weitere Felder">
        <div className="grid gap-4">
          <Field label="Passwort" aside={<a href="#vergessen">Passwort vergessen?</a>}>
            <PasswordInput defaultValue="geheim" />
          </Field>
          <TextInput icon={Search} aria-label="Suchen" placeholder="Suchen" />
          <Field label="Rolle">
            <Select defaultValue="b">
              <option value="a">Mitarbeiter</option>
              <option value="b">Betreuer</option>
            </Select>
          </Field>
          <Field label="Notiz" mark="optional">
            <TextArea defaultValue="Zugang liegt im Tresor." />
          </Field>
          <div className="flex gap-[18px]">
            <Checkbox label="Teilweise" indeterminate />
            <Checkbox label="Gesperrt" disabled defaultChecked />
            <Switch label="Aus" />
          </div>
        </div>
      </Part>
      <Part name="Umschalter, Reiter">
        <Segment
          label="Zeitraum"
          size="sm"
          defaultValue="24h"
          options={[
            { value: "24h", label: "24 h" },
            { value: "7t", label: "7 T" },
            { value: "30t", label: "30 T" },
          ]}
        />
        <Tabs
          label="Abschnitte"
          className="mt-4"
          items={[
            { label: "Übersicht", current: true },
            { label: "Dateien", count: 12 },
            { label: "Termine", count: 2, urgent: true },
          ]}
          renderLink={(item, link) => <a href={`#${item.label}`} {...link} />}
        />
      </Part>
      <Part name="Tabelle: lädt, Fehler, keine Treffer">
        <RowBones rows={3} />
        <ListError errorId="91c2-0b7e" onRetry={() => {}} className="border-b" />
        <NoHits onReset={() => {}} />
      </Part>
    </>
  );
}

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

export function Pages() {
  return (
    <div className="mt-10 grid gap-14">
      <PageHeader
        title="Domains"
        count={0}
        actions={
          <Button variant="primary" icon={Plus} keyHint="C">
            Neu
          </Button>
        }
      />
      <EmptyState
        title="Noch keine Domains."
        text="Verbinde deinen Registrar oder importiere eine Liste. Ablaufdaten, Nameserver und E-Mail-Sicherheit finden wir selbst heraus."
        ways={[
          {
            icon: Network,
            title: "Registrar verbinden",
            text: "Domains, Termine und Preise kommen täglich von dort",
            href: "#r",
          },
          { icon: Upload, title: "CSV/XLSX importieren", text: "Eine Spalte mit Domainnamen genügt", href: "#i" },
          { icon: Plus, title: "Domain anlegen", text: "Eine einzelne Domain von Hand", onClick: () => {} },
        ]}
      />
      <ErrorView
        code={404}
        title="Diese Seite gibt es nicht."
        help="Vielleicht wurde der Eintrag archiviert oder der Link ist alt. Die Suche findet auch Archiviertes."
        errorId="7f3a-91c2"
        actions={
          <>
            <Button variant="primary">Zum Dashboard</Button>
            <Button icon={Search} keyHint="⌘K">
              Suchen
            </Button>
          </>
        }
      />
    </div>
  );
}
