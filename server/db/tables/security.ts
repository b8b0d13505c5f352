export interface SecurityTables {
  totpFactors: TotpFactorTable;
  recoveryCodes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  linkedSignIns: LinkedSignInTable;
  authSteps: AuthStepTable;
}

export interface TotpFactorTable {
  userId: string;
  sealedSecret: string;
  /** The time step of the last code that was accepted: none up to it is accepted again. */
  lastStep: number | null;
  createdAt: string;
  /** Null while it is being set up. */
  confirmedAt: string | null;
}

export interface RecoveryCodeTable {
  id: string;
  userId: string;
  /** Keyed; the row goes when the code is used. */
  codeHash: string;
  createdAt: string;
}

export interface PasskeyTable {
  id: string;
  userId: string;
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
  transportsJson: string;
  name: string;
  /** Kept by a password manager on several devices. */
  isSynced: 0 | 1;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface LinkedSignInTable {
  id: string;
  userId: string;
  issuer: string;
  subject: string;
  email: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface AuthStepTable {
  tokenHash: string;
  kind: string;
  userId: string | null;
  detailsJson: string;
  expiresAt: string;
}
