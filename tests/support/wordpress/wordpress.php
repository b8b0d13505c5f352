<?php
// A WordPress as far as the plugin asks for one: functions that answer as its documentation describes them.
define('ABSPATH', __DIR__ . '/');
$order = json_decode(file_get_contents('php://stdin'), true);
$options = array('techcenter_reporter_key' => $order['key']);
$hooks = array();
$sent = null;

class Stub_Theme
{
    private $fields;
    public function __construct($fields) { $this->fields = $fields; }
    public function get($name) { return isset($this->fields[$name]) ? $this->fields[$name] : ''; }
}
/** Answers the two questions of the plugin from `users`: their capabilities on this site, as WordPress keeps them. */
class Stub_Database
{
    public $prefix = 'wp_7_';
    public $users = 'wp_users';
    public $usermeta = 'wp_usermeta';
    public function db_version() { return '10.11.6'; }
    public function esc_like($text) { return addcslashes($text, '_%\\'); }
    public function prepare($query, $values) {
        if (substr_count($query, '%s') !== count($values)) { throw new Exception('prepare: ' . $query); }
        return array('query' => $query, 'values' => $values);
    }
    public function get_results($prepared) {
        global $order;
        $values = $prepared['values'];
        $expected = 'SELECT u.user_login, m.meta_value FROM wp_users u INNER JOIN wp_usermeta m ON m.user_id = u.ID WHERE m.meta_key = %s AND ('
            . implode(' OR ', array_fill(0, count($values) - 1, 'm.meta_value LIKE %s')) . ') ORDER BY u.user_login';
        if ($prepared['query'] !== $expected || $values[0] !== 'wp_7_capabilities') { throw new Exception($prepared['query']); }
        $found = array();
        foreach ($order['users'] as $login => $capabilities) {
            $stored = serialize($capabilities);
            foreach (array_slice($values, 1) as $like) {
                if (strpos($stored, stripcslashes(substr($like, 1, -1))) === false) { continue; }
                $found[] = (object) array('user_login' => $login, 'meta_value' => $stored);
                break;
            }
        }
        return $found;
    }
    public function get_col($prepared) {
        global $order;
        $marks = implode(', ', array_fill(0, count($prepared['values']), '%s'));
        if ($prepared['query'] !== "SELECT u.user_login FROM wp_users u WHERE u.user_login IN ($marks)") { throw new Exception($prepared['query']); }
        return array_values(array_intersect(array_keys($order['users']), $prepared['values']));
    }
}
class WP_Error
{
    public function get_error_message() { return 'cURL error 7'; }
}
$wpdb = new Stub_Database();

function get_option($name, $default = false) { global $options; return isset($options[$name]) ? $options[$name] : $default; }
function update_option($name, $value, $autoload = null) { global $options; $options[$name] = $value; return true; }
/** An object that holds arrays, of objects where WordPress has them. */
function get_site_transient($name) {
    global $order;
    if (!isset($order['transients'][$name])) { return false; }
    $found = (object) $order['transients'][$name];
    if (isset($found->updates)) { $found->updates = array_map(function ($each) { return (object) $each; }, $found->updates); }
    if ($name === 'update_plugins') { $found->response = array_map(function ($each) { return (object) $each; }, $found->response); }
    return $found;
}
function get_transient($name) { global $order; return isset($order['transients'][$name]) ? $order['transients'][$name] : false; }
function get_plugins() { global $order; return $order['plugins']; }
function is_plugin_active($file) { global $order; return in_array($file, $order['active'], true); }
function wp_get_themes() { global $order; return array_map(function ($theme) { return new Stub_Theme($theme); }, $order['themes']); }
function get_stylesheet() { global $order; return $order['stylesheet']; }
/** As WordPress does, but for those whom a filter of its query leaves out. */
function get_users($query) {
    global $order;
    $found = array();
    foreach ($order['users'] as $login => $capabilities) {
        $isAsked = isset($query['role'])
            ? isset($capabilities[$query['role']])
            : in_array($login, $query['login__in'], true) && ($query['blog_id'] === 0 || count($capabilities) > 0);
        if ($isAsked && !in_array($login, $order['filtered'], true)) { $found[] = (object) array('user_login' => $login); }
    }
    return $found;
}
function wp_roles() { global $order; return (object) array('roles' => $order['roles']); }
function is_multisite() { global $order; return $order['superAdmins'] !== null; }
function get_super_admins() { global $order; return $order['superAdmins'] === null ? array('admin') : $order['superAdmins']; }
function get_bloginfo($name) { global $order; return $name === 'version' ? $order['version'] : ''; }
function _get_cron_array() { global $order; return $order['cron']; }
function apply_filters($name, $value) { return $value; }
function wp_strip_all_tags($text) { return strip_tags($text); }
function wp_json_encode($value) { return json_encode($value); }
function is_wp_error($value) { return $value instanceof WP_Error; }
function wp_remote_retrieve_response_code($answer) { return $answer['response']['code']; }
function wp_remote_post($url, $request) {
    global $sent, $order;
    $sent = array('url' => $url) + $request;
    return $order['fails'] ? new WP_Error() : array('response' => array('code' => 200));
}
function add_action($name, $callback) { global $hooks; $hooks[$name] = $callback; }
function register_activation_hook($file, $callback) {}
function register_deactivation_hook($file, $callback) {}

require __DIR__ . '/../../../integrations/wordpress/techcenter-reporter/techcenter-reporter.php';
$result = call_user_func($hooks['techcenter_reporter_send']);
echo json_encode(array(
    'result' => $result,
    'sent' => $sent,
    'last' => get_option('techcenter_reporter_last', null),
    'hooks' => array_keys($hooks),
));
