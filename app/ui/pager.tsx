import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "./button.tsx";

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

/** Nothing while everything fits on one page. */
export function Pager({ page, totalPages, onPage }: PagerProps) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Seiten" className="mt-3 flex items-center gap-2 text-ui text-text-2">
      <IconButton
        icon={ChevronLeft}
        label="Vorige Seite"
        size="sm"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="num" aria-live="polite">
        Seite {page} von {totalPages}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Nächste Seite"
        size="sm"
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
