import { pageTitle } from "../features/shell/page-title.ts";
import { SearchPage } from "../features/wiki/search/search-page.tsx";

export const meta = () => pageTitle("Suche im Wiki");

export default SearchPage;
