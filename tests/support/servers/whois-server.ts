import { type AddressInfo, createServer, type Socket } from "node:net";

export interface WhoisServer {
  /** `127.0.0.1:port`, as the settings name a server. */
  address: string;
  asked: string[];
  /** What is sent to a question; undefined for a server that says nothing. */
  answer(question: string): string | Buffer | undefined;
  close(): Promise<unknown>;
}

/** A WHOIS server (RFC 3912) on loopback. */
export async function openWhoisServer(): Promise<WhoisServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket));
    socket.once("data", (bytes) => {
      const question = bytes.toString("latin1");
      server.asked.push(question);
      const answer = server.answer(question);
      if (answer !== undefined) socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const server: WhoisServer = {
    address: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
    asked: [],
    answer: () => whoisAnswers.at,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}

/**
 * Answers in the shapes of the registries, as recorded answers of theirs have them (likexian/whois-parser, Apache-2.0);
 * Nominet's is as its manual describes it. Names and people are invented.
 */
export const whoisAnswers = {
  at: `% Copyright (c)2026 by NIC.AT (1)
%
% Restricted rights.

domain:         amsel.at
registrar:      Muster Registrar GmbH ( https://nic.at/registrar/999 )
registrant:     MUST1-NICAT
tech-c:         MUST2-NICAT
nserver:        ns1.amsel.example
remarks:        10.0.0.1
nserver:        ns2.amsel.example
changed:        20230303 09:38:55
source:         AT-DOM

personname:     Erika Muster
organization:   Amsel GmbH
street address: Musterweg 1
postal code:    1010
city:           Wien
phone:          +4310000000
e-mail:         erika@amsel.example
nic-hdl:        MUST1-NICAT
changed:        20190517 16:47:46
source:         AT-DOM
`,
  ch: `Domain name\tamsel.ch

Registrar\tMuster Registrar AG
Musterstrasse 1
CH-8000 Zürich
Phone +41000000000
hallo@registrar.example

DNSSEC\tno

Name servers
ns1.amsel.example
ns2.amsel.example\t192.0.2.1

First registration date\t31 May 1999
`,
  com: `   Domain Name: AMSEL.COM
   Registry Domain ID: 1_DOMAIN_COM-VRSN
   Registrar URL: http://www.registrar.example
   Updated Date: 2019-09-09T15:39:04Z
   Creation Date: 1997-09-15T04:00:00Z
   Registry Expiry Date: 2028-09-14T04:00:00Z
   Registrar: Muster Registrar Inc.
   Registrar Abuse Contact Email: abuse@registrar.example
   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited
   Domain Status: serverTransferProhibited https://icann.org/epp#serverTransferProhibited
   Registrant Organization: Amsel Ltd.
   Name Server: NS1.AMSEL.EXAMPLE
   Name Server: NS2.AMSEL.EXAMPLE
   DNSSEC: unsigned
>>> Last update of whois database: 2026-07-03T03:50:56Z <<<
`,
  de: `Domain: amsel.de
Nserver: ns1.amsel.example
Nserver: ns2.amsel.example
Status: connect
Changed: 2018-03-12T21:44:25+01:00
`,
  dk: `# Hello 192.0.2.1. Your session has been logged.
#
Domain:               amsel.dk
DNS:                  amsel.dk
Registered:           1999-01-10
Expires:              2027-03-31
Registrar:            Muster Registrar ApS
Registration period:  1 year
Status:               Active

Nameservers
Hostname:             ns1.amsel.example
Hostname:             ns2.amsel.example
`,
  eu: `% The WHOIS service offered by EURid
Domain: amsel.eu
Script: LATIN

Registrant:
        NOT DISCLOSED!
        Visit www.eurid.eu for webbased WHOIS.

Registrar:
        Name: Muster Registrar GmbH
        Website: https://www.registrar.example/

Name servers:
        ns2.amsel.example (192.0.2.1)
        ns1.amsel.example

Please visit www.eurid.eu for more info.
`,
  fr: `%% This is the AFNIC Whois server.
%%
domain:      amsel.fr
status:      ACTIVE
hold:        NO
holder-c:    GIH6-FRNIC
registrar:   Muster Registrar SAS
Expiry Date: 2027-12-30T17:16:48Z
created:     2000-07-26T22:00:00Z
last-update: 2018-11-28T10:31:42Z
source:      FRNIC

ns-list:     NSL1-FRNIC
nserver:     ns1.amsel.example
nserver:     ns2.amsel.example
source:      FRNIC

nic-hdl:     GIH6-FRNIC
contact:     Erika Muster
phone:       +33100000000
e-mail:      erika@amsel.example
`,
  it: `
*********************************************************************
* Please note that the following result could be a subgroup of      *
*********************************************************************

Domain:             amsel.it
Status:             ok
Signed:             no
Created:            1999-12-10 00:00:00
Last Update:        2019-05-07 01:04:50
Expire Date:        2027-04-21

Registrant
  Organization:     Amsel S.r.l.
  Address:          Via Muster 1
                    Roma
  Created:          2018-03-02 19:04:02

Admin Contact
  Name:             Erika Muster

Registrar
  Organization:     Muster Registrar Limited
  Name:             MUSTER-REG

Nameservers
  ns1.amsel.example
  ns2.amsel.example
`,
  nl: `Domain name: amsel.nl
Status:      active

Registrar:
   Muster Registrar B.V.
   Musterstraat 1
   1000AA Amsterdam

DNSSEC:      no

Domain nameservers:
   ns1.amsel.example
   ns2.amsel.example

Record maintained by: NL Domain Registry
`,
  pl: `
DOMAIN NAME:           amsel.pl
registrant type:       organization
nameservers:           ns1.amsel.example.
                       ns2.amsel.example.
created:               2002.09.19 13:00:00
last modified:         2021.08.17 11:43:34
renewal date:          2027.09.18 14:00:00

dnssec:                Unsigned


REGISTRAR:
Muster Registrar Sp. z o.o.
Musterowa 1
hallo@registrar.example
`,
  se: `# Copyright (c) 1997- The Swedish Internet Foundation.
state:            active
domain:           amsel.se
holder:           muster-1
created:          2003-08-27
modified:         2022-09-01
expires:          2027-10-20
nserver:          ns1.amsel.example
nserver:          ns2.amsel.example 192.0.2.1
registry-lock:    locked
status:           serverTransferProhibited
registrar:        Muster Registrar AB
`,
  uk: `
    Domain name:
        amsel.co.uk

    Data validation:
        Nominet was able to match the registrant's name and address

    Registrar:
        Muster Registrar Ltd t/a Muster [Tag = MUSTER]
        URL: https://registrar.example

    Relevant dates:
        Registered on: 14-Feb-1999
        Expiry date:  14-Feb-2027
        Last updated:  13-Jan-2025

    Registration status:
        Registered until expiry date.

    Name servers:
        ns1.amsel.example
        ns2.amsel.example         192.0.2.1

    WHOIS lookup made at 10:00:00 20-Nov-2026
`,
} as const;

/** Names that nobody has registered, as registries say it. */
export const freeAnswers = {
  "amsel.at": "% Copyright (c)2026 by NIC.AT (1)\n\n% nothing found\n",
  "amsel.ch": "The domain name is not registered.\n",
  "amsel.de": "Domain: amsel.de\nStatus: free\n",
  "amsel.eu": "Domain: amsel.eu\nScript: LATIN\n\nStatus: AVAILABLE\n",
  "amsel.nl": "amsel.nl is free\n",
} as const;
