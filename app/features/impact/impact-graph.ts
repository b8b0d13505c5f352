import type { CheckStatus } from "../../../contract/checks/status.ts";
import type { Impact, ImpactCustomer, ImpactStep, ImpactWebsite } from "../../../contract/impact/impact.ts";
import { slaLevels } from "../../../contract/records/common-fields.ts";
import { formatNumber } from "../../lib/format.ts";
import { formatMoney, formatPhone } from "../../records/values/format-value.ts";
import type { GraphShape } from "./graph-layout-shape.ts";

export interface ImpactNode {
  id: string;
  kind: string;
  label: string;
  note?: string;
  status?: CheckStatus;
  /** The page that shows it. */
  path?: string;
  phone?: string;
}

export interface ImpactGraph {
  /** In the order of the table: what falls, and then each customer with what is theirs. */
  nodes: ImpactNode[];
  shape: GraphShape;
  /** How many customers are only in the table, because a graph of all would show nothing any more. */
  leftOut: number;
}

/** Above so many boxes, the websites of a customer are one box. */
export const foldedFrom = 120;
const maxNodes = 1500;

interface Draft {
  nodes: ImpactNode[];
  edges: Map<string, { from: string; to: string; span?: number }>;
  /** The steps that have a box: some are only counted. */
  steps: ReadonlySet<string>;
  /** The box on which websites hang that are only counted, and over how many columns. */
  source: { id: string; span: number };
}

/** Provider → host → website → customer → contract and whom to call, as the relations have it. */
export function impactGraph(impact: Impact, isFolded: boolean): ImpactGraph {
  const steps = impact.through.filter(({ falls }) => falls);
  const hasRoot = impact.type === "provider" || impact.type === "nameservers";
  const draft: Draft = {
    nodes: [],
    edges: new Map(),
    steps: new Set(steps.map(({ id }) => id)),
    source: hasRoot ? { id: "root", span: 2 } : { id: steps[0]?.id ?? "", span: 1 },
  };
  if (hasRoot) draft.nodes.push(rootNode(impact));
  for (const step of steps) {
    draft.nodes.push(stepNode(step));
    if (hasRoot) connect(draft, "root", step.id);
  }
  let drawn = 0;
  for (const customer of impact.customers) {
    if (draft.nodes.length >= maxNodes) break;
    drawCustomer(draft, customer, isFolded);
    drawn += 1;
  }
  return {
    nodes: draft.nodes,
    shape: { nodes: draft.nodes.map(({ id }) => id), edges: [...draft.edges.values()] },
    leftOut: impact.customers.length - drawn,
  };
}

/** How many boxes there are when every website has its own. */
export const unfoldedSize = ({ through, customers, websites, contracts }: Impact) =>
  1 + through.length + customers.length + websites + contracts;

function connect({ edges }: Draft, from: string, to: string, span?: number) {
  edges.set(`${from} ${to}`, { from, to, ...(span && { span }) });
}

const connectSteps = (draft: Draft, via: readonly string[], to: string, span?: number) => {
  for (const step of via) if (draft.steps.has(step)) connect(draft, step, to, span);
};

const rootNode = ({ type, label }: Impact): ImpactNode => ({
  id: "root",
  kind: type === "provider" ? "Anbieter" : "Nameserver",
  label,
});

const stepNode = ({ type, id, label }: ImpactStep): ImpactNode =>
  type === "host"
    ? { id, kind: "Hoster", label, path: `/hosts/${id}` }
    : { id, kind: "Domain", label, path: `/domains/${id}` };

function drawCustomer(draft: Draft, customer: ImpactCustomer, isFolded: boolean) {
  const { id, label, sla, websites, more, contracts, monthlyCents, emergency } = customer;
  const own = id || "nobody";
  const facts = [
    ...(sla === "none" ? [] : [slaLevels[sla]]),
    ...(monthlyCents ? [`${formatMoney(monthlyCents)}/Monat`] : []),
  ];
  draft.nodes.push({ id: own, kind: "Kunde", label, note: facts.join(" · "), ...(id && { path: `/customers/${id}` }) });
  if (isFolded && websites.length + (more?.websites ?? 0) > 1) drawFolded(draft, own, websites, more);
  else {
    for (const website of websites) drawWebsite(draft, own, website);
    if (more) drawFolded(draft, own, [], more);
  }
  for (const contract of contracts) {
    draft.nodes.push({ id: contract.id, kind: "Vertrag", label: contract.label, path: `/contracts/${contract.id}` });
    connect(draft, own, contract.id);
    // A customer may have no website here at all, only a contract for the host itself.
    if (websites.length === 0 && !more) connectSteps(draft, contract.via, own, 2);
  }
  for (const [index, { name, phone }] of emergency.entries()) {
    const contact = `${own} emergency ${index}`;
    draft.nodes.push({ id: contact, kind: "Notfallkontakt", label: name, note: formatPhone(phone), phone });
    connect(draft, own, contact);
  }
}

function drawWebsite(draft: Draft, customer: string, { id, label, status, via }: ImpactWebsite) {
  draft.nodes.push({ id, kind: "Website", label, status, path: `/websites/${id}` });
  connectSteps(draft, via, id);
  connect(draft, id, customer);
}

function drawFolded(draft: Draft, customer: string, websites: readonly ImpactWebsite[], more: ImpactCustomer["more"]) {
  const offline = websites.filter(({ status }) => status === "offline").length + (more?.offline ?? 0);
  const id = `${customer} websites`;
  draft.nodes.push({
    id,
    kind: "Websites",
    label: `${formatNumber(websites.length + (more?.websites ?? 0))} Websites`,
    ...(offline > 0 && { status: "offline" as const, note: `${formatNumber(offline)} offline` }),
  });
  for (const { via } of websites) connectSteps(draft, via, id);
  if (more && websites.length === 0) connect(draft, draft.source.id, id, draft.source.span);
  connect(draft, id, customer);
}
