/** Where every search begins: the root servers by IPv4, as published by IANA. */
export const rootServers: readonly string[] = [
  "198.41.0.4",
  "170.247.170.2",
  "192.33.4.12",
  "199.7.91.13",
  "192.203.230.10",
  "192.5.5.241",
  "192.112.36.4",
  "198.97.190.53",
  "192.36.148.17",
  "192.58.128.30",
  "193.0.14.129",
  "199.7.83.42",
  "202.12.27.33",
];

export interface Anchor {
  keyTag: number;
  algorithm: number;
  digestType: number;
  /** Hexadecimal. */
  digest: string;
}

/** The keys of the root that everything signed hangs on: KSK-2017 and KSK-2024, as published by IANA. */
export const rootAnchors: readonly Anchor[] = [
  {
    keyTag: 20_326,
    algorithm: 8,
    digestType: 2,
    digest: "e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d",
  },
  {
    keyTag: 38_696,
    algorithm: 8,
    digestType: 2,
    digest: "683d2d0acb8c9b712a1948b27f741219298d0a450d612c483af444a4c0fb2b16",
  },
];
