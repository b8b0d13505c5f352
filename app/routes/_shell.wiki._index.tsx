import { StartPage } from "../features/wiki/start/start-page.tsx";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Wiki");

export default StartPage;
