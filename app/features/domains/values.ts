import type { OwnValues } from "../../records/record-ui.tsx";
import { CertificateValue, StatusValue } from "../checks/record-values.tsx";
import { RegistrationValue } from "./registration-value.tsx";

export const domainValues: OwnValues = {
  state: StatusValue,
  registration: RegistrationValue,
  certificateExpiresAt: CertificateValue,
};
