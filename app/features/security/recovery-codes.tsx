import { Download, Printer } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Codes that nobody can read again later, and three ways to keep them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join("\n");
  const download = () => {
    const intro = "MEDIUM TechCenter: Wiederherstellungscodes\nJeder Code gilt einmal.\n\n";
    const url = URL.createObjectURL(new Blob([`${intro}${text}\n`], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "Wiederherstellungscodes.txt";
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="mt-[18px] print:fixed print:inset-0 print:z-[100] print:m-0 print:bg-surface print:p-10">
      <p className="hidden text-section print:block">MEDIUM TechCenter: Wiederherstellungscodes</p>
      <ol
        aria-label="Wiederherstellungscodes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-8 bg-sunken px-5 py-4 font-mono text-body max-[359px]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="mt-2 text-meta text-text-3">
        Jeder Code gilt einmal. Bewahre sie getrennt von deinem Passwort auf.
      </p>
      <div className="mt-[22px] flex flex-wrap items-center justify-end gap-2 print:hidden max-md:[&>*]:flex-auto">
        <CopyButton text={text} label="Codes kopieren" size="md" />
        <Button icon={Download} onClick={download}>
          Herunterladen
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          Drucken
        </Button>
        <Button variant="primary" onClick={onDone}>
          Aufbewahrt
        </Button>
      </div>
    </div>
  );
}
