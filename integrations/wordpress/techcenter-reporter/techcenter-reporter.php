<?php
/**
 * Plugin Name:       TechCenter Reporter
 * Description:       Tells your agency's TechCenter once an hour which versions run here. It only sends: there is nothing that could be asked of it or that it would carry out.
 * Version:           1.1.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 *
 * This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public
 * License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later
 * version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY.
 */

if (!defined('ABSPATH')) {
    exit;
}

const TECHCENTER_REPORTER_OPTION = 'techcenter_reporter_key';
const TECHCENTER_REPORTER_LAST = 'techcenter_reporter_last';
const TECHCENTER_REPORTER_HOOK = 'techcenter_reporter_send';

/** Splits what was entered into the address and the secret behind its #; null for anything else. */
function techcenter_reporter_read_key($key)
{
    $parts = explode('#', trim((string) $key));
    if (count($parts) !== 2 || strlen($parts[1]) < 32) {
        return null;
    }
    if (!preg_match('~^https?://[^\s/]+/(?:[^\s]*/)?api/v1/push/site/[A-Za-z0-9_-]{8,64}$~', $parts[0])) {
        return null;
    }
    return array('url' => $parts[0], 'secret' => $parts[1]);
}

/** What an update list of WordPress knows of a plugin or theme; null where it is up to date. */
function techcenter_reporter_update($transient, $name)
{
    if (!is_object($transient) || empty($transient->response) || !is_array($transient->response)) {
        return null;
    }
    $update = isset($transient->response[$name]) ? (array) $transient->response[$name] : array();
    return isset($update['new_version']) ? substr((string) $update['new_version'], 0, 60) : null;
}

function techcenter_reporter_extension($slug, $name, $version, $is_active, $update)
{
    return array(
        'slug' => substr((string) $slug, 0, 120),
        'name' => substr(wp_strip_all_tags((string) $name), 0, 200),
        'version' => substr((string) $version, 0, 60),
        'isActive' => (bool) $is_active,
        'update' => $update,
    );
}

function techcenter_reporter_plugins()
{
    if (!function_exists('get_plugins')) {
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
    }
    $updates = get_site_transient('update_plugins');
    $found = array();
    foreach (get_plugins() as $file => $plugin) {
        $folder = dirname($file);
        $slug = $folder === '.' ? basename($file, '.php') : $folder;
        $found[] = techcenter_reporter_extension(
            $slug,
            isset($plugin['Name']) ? $plugin['Name'] : $slug,
            isset($plugin['Version']) ? $plugin['Version'] : '',
            is_plugin_active($file),
            techcenter_reporter_update($updates, $file)
        );
    }
    return array_slice($found, 0, 400);
}

function techcenter_reporter_themes()
{
    $updates = get_site_transient('update_themes');
    $active = get_stylesheet();
    $found = array();
    foreach (wp_get_themes() as $slug => $theme) {
        $found[] = techcenter_reporter_extension(
            $slug,
            $theme->get('Name'),
            $theme->get('Version'),
            $slug === $active,
            techcenter_reporter_update($updates, $slug)
        );
    }
    return array_slice($found, 0, 200);
}

function techcenter_reporter_core_update()
{
    $updates = get_site_transient('update_core');
    if (!is_object($updates) || empty($updates->updates) || !is_array($updates->updates)) {
        return null;
    }
    foreach ($updates->updates as $update) {
        if (isset($update->response, $update->current) && $update->response === 'upgrade') {
            return substr((string) $update->current, 0, 60);
        }
    }
    return null;
}

/** What a user may be to do everything: roles that hold the capability, and the capability itself. */
function techcenter_reporter_powers()
{
    $powers = array('administrator', 'manage_options');
    $roles = function_exists('wp_roles') ? wp_roles()->roles : array();
    foreach ($roles as $role => $details) {
        if (!empty($details['capabilities']['manage_options'])) {
            $powers[] = (string) $role;
        }
    }
    return array_values(array_unique($powers));
}

/**
 * Login names as the database has them: get_users() can be filtered, and malware hides its own user that way. What is
 * kept of a user's roles is only searched, never turned into objects.
 */
function techcenter_reporter_stored_admins()
{
    global $wpdb;
    $powers = techcenter_reporter_powers();
    $likes = array();
    foreach ($powers as $power) {
        $likes[] = '%' . $wpdb->esc_like('"' . $power . '"') . '%';
    }
    $conditions = implode(' OR ', array_fill(0, count($likes), 'm.meta_value LIKE %s'));
    $rows = $wpdb->get_results($wpdb->prepare(
        "SELECT u.user_login, m.meta_value FROM {$wpdb->users} u INNER JOIN {$wpdb->usermeta} m ON m.user_id = u.ID"
            . " WHERE m.meta_key = %s AND ($conditions) ORDER BY u.user_login",
        array_merge(array($wpdb->prefix . 'capabilities'), $likes)
    ));
    $logins = array();
    foreach (is_array($rows) ? $rows : array() as $row) {
        // A role counts by its name alone; the capability has to be granted.
        $stored = str_replace('"manage_options";b:0', '', (string) $row->meta_value);
        foreach ($powers as $power) {
            if (strpos($stored, '"' . $power . '"') !== false) {
                $logins[] = (string) $row->user_login;
                break;
            }
        }
    }
    return array_merge($logins, techcenter_reporter_super_admins());
}

/** Those of a network, who need no role on any of its sites; only who still exists. */
function techcenter_reporter_super_admins()
{
    global $wpdb;
    if (!function_exists('is_multisite') || !is_multisite()) {
        return array();
    }
    $named = array_values(array_map('strval', (array) get_super_admins()));
    if (count($named) === 0) {
        return array();
    }
    $list = implode(', ', array_fill(0, count($named), '%s'));
    return array_map('strval', (array) $wpdb->get_col($wpdb->prepare(
        "SELECT u.user_login FROM {$wpdb->users} u WHERE u.user_login IN ($list)",
        $named
    )));
}

/** Login names alone, and which of them WordPress does not show: no addresses and nothing else of people. */
function techcenter_reporter_admins()
{
    $stored = array_values(array_unique(techcenter_reporter_stored_admins()));
    $shown = array();
    if (count($stored) > 0) {
        // Of all sites, since a super admin need not be a member of this one.
        $query = array('blog_id' => 0, 'login__in' => $stored, 'number' => -1, 'fields' => array('user_login'));
        foreach (get_users($query) as $user) {
            $shown[] = (string) $user->user_login;
        }
    }
    // Whoever WordPress shows as an administrator is reported, however it comes to that.
    foreach (get_users(array('role' => 'administrator', 'number' => 200, 'fields' => array('user_login'))) as $user) {
        $shown[] = (string) $user->user_login;
    }
    $hidden = array_values(array_diff($stored, $shown));
    $all = array_values(array_unique(array_merge($hidden, $stored, $shown)));
    return array('all' => techcenter_reporter_logins($all), 'hidden' => techcenter_reporter_logins($hidden));
}

function techcenter_reporter_logins($logins)
{
    $short = array();
    foreach (array_slice($logins, 0, 200) as $login) {
        $short[] = substr($login, 0, 100);
    }
    sort($short);
    return $short;
}

function techcenter_reporter_health()
{
    $counts = json_decode((string) get_transient('health-check-site-status-result'), true);
    if (!is_array($counts)) {
        return null;
    }
    $read = function ($name) use ($counts) {
        return isset($counts[$name]) ? max(0, (int) $counts[$name]) : 0;
    };
    return array('good' => $read('good'), 'recommended' => $read('recommended'), 'critical' => $read('critical'));
}

/** How many seconds the oldest task that is due is late. */
function techcenter_reporter_cron_delay($now)
{
    $crons = function_exists('_get_cron_array') ? _get_cron_array() : array();
    if (!is_array($crons) || count($crons) === 0) {
        return null;
    }
    return max(0, $now - (int) min(array_keys($crons)));
}

/** How much room there is where WordPress lies; hosters may forbid to ask. */
function techcenter_reporter_disk()
{
    if (!function_exists('disk_free_space') || !function_exists('disk_total_space')) {
        return null;
    }
    $free = @disk_free_space(ABSPATH);
    $total = @disk_total_space(ABSPATH);
    if (!is_float($free) || !is_float($total) || $total < 1) {
        return null;
    }
    return array('freeBytes' => (int) max(0, $free), 'totalBytes' => (int) $total);
}

/** The last backup of the tools that keep one in the options; others may name theirs by the filter. */
function techcenter_reporter_backup()
{
    $backup = null;
    $updraft = get_option('updraft_last_backup');
    if (is_array($updraft) && !empty($updraft['success']) && !empty($updraft['backup_time'])) {
        $backup = array('tool' => 'UpdraftPlus', 'at' => (int) $updraft['backup_time']);
    }
    $named = apply_filters('techcenter_reporter_last_backup', $backup);
    if (!is_array($named) || empty($named['tool']) || empty($named['at'])) {
        return null;
    }
    return array('tool' => substr((string) $named['tool'], 0, 80), 'at' => (int) $named['at']);
}

function techcenter_reporter_collect($now)
{
    global $wpdb;
    $admins = techcenter_reporter_admins();
    return array(
        'format' => 1,
        'wordpress' => array('version' => get_bloginfo('version'), 'update' => techcenter_reporter_core_update()),
        'php' => PHP_VERSION,
        'database' => is_object($wpdb) && method_exists($wpdb, 'db_version') ? (string) $wpdb->db_version() : null,
        'plugins' => techcenter_reporter_plugins(),
        'themes' => techcenter_reporter_themes(),
        'admins' => $admins['all'],
        'hiddenAdmins' => $admins['hidden'],
        'health' => techcenter_reporter_health(),
        'cronDelayS' => techcenter_reporter_cron_delay($now),
        'disk' => techcenter_reporter_disk(),
        'backup' => techcenter_reporter_backup(),
    );
}

/** Sends what is here, signed; what comes back is only read for whether it has arrived. */
function techcenter_reporter_send()
{
    $key = techcenter_reporter_read_key(get_option(TECHCENTER_REPORTER_OPTION, ''));
    if ($key === null) {
        return false;
    }
    $now = time();
    $body = wp_json_encode(techcenter_reporter_collect($now));
    $signature = hash_hmac('sha256', $now . '.' . $body, $key['secret']);
    $answer = wp_remote_post($key['url'], array(
        'timeout' => 20,
        'redirection' => 0,
        'headers' => array(
            'Content-Type' => 'application/json',
            'X-TechCenter-Signature' => 't=' . $now . ',v1=' . $signature,
        ),
        'body' => $body,
    ));
    $error = is_wp_error($answer) ? $answer->get_error_message() : null;
    $status = $error === null ? (int) wp_remote_retrieve_response_code($answer) : 0;
    update_option(TECHCENTER_REPORTER_LAST, array('at' => $now, 'status' => $status, 'error' => $error), false);
    return $status === 200;
}

function techcenter_reporter_activate()
{
    if (!wp_next_scheduled(TECHCENTER_REPORTER_HOOK)) {
        wp_schedule_event(time() + 60, 'hourly', TECHCENTER_REPORTER_HOOK);
    }
}

function techcenter_reporter_deactivate()
{
    wp_clear_scheduled_hook(TECHCENTER_REPORTER_HOOK);
}

function techcenter_reporter_menu()
{
    add_options_page(
        'TechCenter',
        'TechCenter',
        'manage_options',
        'techcenter-reporter',
        'techcenter_reporter_page'
    );
}

/** Keeps what was entered, where it is a key; an empty field disconnects. */
function techcenter_reporter_save()
{
    check_admin_referer('techcenter_reporter');
    $typed = isset($_POST['key']) ? trim(sanitize_text_field(wp_unslash($_POST['key']))) : '';
    if ($typed !== '' && techcenter_reporter_read_key($typed) === null) {
        return 'Das ist kein Schlüssel aus dem TechCenter.';
    }
    update_option(TECHCENTER_REPORTER_OPTION, $typed, false);
    if ($typed === '') {
        return 'Getrennt.';
    }
    return techcenter_reporter_send() ? 'Verbunden, die erste Meldung ist angekommen.' : 'Gespeichert, aber die Meldung kam nicht an.';
}

function techcenter_reporter_page()
{
    if (!current_user_can('manage_options')) {
        return;
    }
    $said = isset($_POST['key']) ? techcenter_reporter_save() : null;
    $last = get_option(TECHCENTER_REPORTER_LAST);
    $is_connected = techcenter_reporter_read_key(get_option(TECHCENTER_REPORTER_OPTION, '')) !== null;
    echo '<div class="wrap"><h1>TechCenter</h1>';
    if ($said !== null) {
        echo '<div class="notice notice-info"><p>' . esc_html($said) . '</p></div>';
    }
    echo '<p>Meldet stündlich die Versionen von WordPress, PHP, Plugins und Themes, offene Updates, die Anmeldenamen der Administratoren, den Website-Zustand und das letzte Backup. Es nimmt nichts entgegen.</p>';
    echo '<form method="post">';
    wp_nonce_field('techcenter_reporter');
    echo '<p><label>Schlüssel aus dem TechCenter<br><input type="password" name="key" class="large-text" autocomplete="off" placeholder="' . ($is_connected ? 'ist eingetragen' : '') . '"></label></p>';
    submit_button($is_connected ? 'Ersetzen' : 'Verbinden');
    echo '</form>';
    if (is_array($last)) {
        $result = $last['status'] === 200 ? 'angekommen' : ($last['error'] ? $last['error'] : 'HTTP-Status ' . $last['status']);
        echo '<p>Letzte Meldung: ' . esc_html(wp_date('d.m.Y H:i', $last['at'])) . ', ' . esc_html($result) . '.</p>';
    }
    echo '</div>';
}

add_action(TECHCENTER_REPORTER_HOOK, 'techcenter_reporter_send');
add_action('admin_menu', 'techcenter_reporter_menu');
register_activation_hook(__FILE__, 'techcenter_reporter_activate');
register_deactivation_hook(__FILE__, 'techcenter_reporter_deactivate');
