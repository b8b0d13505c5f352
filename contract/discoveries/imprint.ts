/** What an Impressum says about who runs a website; null for what it does not say. */
export interface ImprintFacts {
  company: string | null;
  legalForm: string | null;
  /** Who acts for the company. */
  represented: string | null;
  street: string | null;
  zip: string | null;
  city: string | null;
  /** ISO 3166. */
  country: string | null;
  registerCourt: string | null;
  registerNo: string | null;
  /** Its form and, for German ones, its check digit are right. */
  vatId: string | null;
  email: string | null;
  /** E.164. */
  phone: string | null;
}
