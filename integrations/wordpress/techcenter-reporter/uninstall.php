<?php
// Leaves nothing behind.
if (!defined('WP_UNINSTALL_PLUGIN')) {
    exit;
}
delete_option('techcenter_reporter_key');
delete_option('techcenter_reporter_last');
