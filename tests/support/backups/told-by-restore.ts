/** What `restore` notes while all goes well: each of its phases, by the second where one lasts. */
export const toldByRestore =
  /^Datenbank holen und vergleichen …(?:\nDatenbank holen und vergleichen … [^\n]+)*\nDateien holen und vergleichen …(?:\nDateien holen und vergleichen … [^\n]+)*$/;
