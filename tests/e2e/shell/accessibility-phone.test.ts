import { describeAccessiblePages } from "../../support/browser/accessible-pages.ts";

describeAccessiblePages(390);
