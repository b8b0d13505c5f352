import { SearchPage } from "../features/wiki/search/search-page.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Suche im Wiki");

export default SearchPage;
