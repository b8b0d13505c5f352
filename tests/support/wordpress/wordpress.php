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
class Stub_Database
{
    public function db_version() { return '10.11.6'; }
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
function get_users($query) {
    global $order;
    return array_map(function ($login) { return (object) array('user_login' => $login); }, $order['admins']);
}
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
