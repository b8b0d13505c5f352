import Sqlite from "better-sqlite3";

// Writes to a portal's database a hundred times a second until it is killed: a pair of rows in each transaction, so that a
// copy which is not of one moment shows.
const sqlite = new Sqlite(process.argv[2] ?? "");
sqlite.pragma("busy_timeout = 10000");
const [one, other] = ["a", "b"].map((end) => sqlite.prepare(`insert into pairs_${end} (writer, no) values (?, ?)`));
const write = sqlite.transaction((no: number) => {
  one?.run(process.pid, no);
  other?.run(process.pid, no);
});
let no = 0;
// The next one waits for the last: on a slow disk others get their turn too.
function go() {
  no += 1;
  write.immediate(no);
  setTimeout(go, 10);
}
go();
process.stdout.write("writing\n");
