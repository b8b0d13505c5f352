import type { HeartbeatKind } from "./heartbeats.ts";

export interface Snippet {
  title: string;
  /** Where it goes. */
  text: string;
  code: string;
}

const curl = "curl -fsS -m 10 --retry 3 -o /dev/null";

/** What to copy so that something reports, by its kind; the most usual first. `server` is the URL for usage. */
export function snippetsFor(kind: HeartbeatKind, { url, server }: { url: string; server: string }): Snippet[] {
  if (kind === "server") return [serverCron(server)];
  if (kind === "cms") return [wordpress(url), typo3(url)];
  return kind === "cron" ? [cron(kind, url), plain(url), deployment(url)] : [cron(kind, url), plain(url)];
}

function cron(kind: HeartbeatKind, url: string): Snippet {
  const [time, command] =
    kind === "backup" ? ["0 3 * * *", "/usr/local/bin/backup.sh"] : ["0 * * * *", "/usr/local/bin/aufgabe.sh"];
  return {
    title: "Zeile für crontab",
    text: "Meldet Erfolg und Fehler; Zeit und Befehl anpassen.",
    code: `${time} ${command} && ${curl} "${url}?status=up" || ${curl} "${url}?status=down"`,
  };
}

const plain = (url: string): Snippet => ({
  title: "Einzelner Aufruf",
  text: "Am Ende eines Skripts, auch mit Text und Dauer in Millisekunden.",
  code: `${curl} "${url}?status=up&msg=OK&ping=1200"`,
});

const deployment = (url: string): Snippet => ({
  title: "Nach einer Auslieferung",
  text: "Steht dann im Zeitstrahl und bei der nächsten Störung unter „In den 48 Stunden davor“.",
  code: `${curl} "${url}?status=up" --data-urlencode "deployed=$(git describe --tags --always)"`,
});

/** Percent signs would end a line of a crontab. */
const serverCron = (url: string): Snippet => ({
  title: "Zeile für crontab",
  text: "Meldet alle 5 Minuten Last, Festplatte und Arbeitsspeicher. „-d backup=ok“ nach einem Backup setzt dessen Datum.",
  code: `*/5 * * * * ${curl} "${url}" -d load=$(cut -d' ' -f1 /proc/loadavg) -d disk=$(df --output=pcent / | tr -dc 0-9) -d memory=$(free | awk '/^Mem/{print int($3*100/$2)}')`,
});

const wordpress = (url: string): Snippet => ({
  title: "WordPress",
  text: "Als Datei wp-content/mu-plugins/techcenter-herzschlag.php speichern.",
  code: `<?php
add_action('techcenter_herzschlag', function () {
    wp_remote_get('${url}?status=up&msg=' . rawurlencode('WordPress ' . get_bloginfo('version') . ', PHP ' . PHP_VERSION));
});
add_action('init', function () {
    if (!wp_next_scheduled('techcenter_herzschlag')) {
        wp_schedule_event(time(), 'hourly', 'techcenter_herzschlag');
    }
});`,
});

const typo3 = (url: string): Snippet => ({
  title: "TYPO3",
  text: "Zeile für crontab: meldet sich, wenn der Planer gelaufen ist. Pfad anpassen.",
  code: `0 * * * * cd /var/www/typo3 && vendor/bin/typo3 scheduler:run && ${curl} "${url}?status=up" || ${curl} "${url}?status=down"`,
});
