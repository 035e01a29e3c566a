<?php
/** The configuration of WordPress, one folder above it. All that differs from site to site comes from the environment. */
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'wordpress' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', '127.0.0.1:' . getenv( 'DB_PORT' ) );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
$table_prefix = 'wp_';

define( 'WP_HOME', getenv( 'SITE_URL' ) );
define( 'WP_SITEURL', getenv( 'SITE_URL' ) );
define( 'WP_CONTENT_DIR', __DIR__ . '/wp-content' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', hash( 'sha256', $name . '-key' . getenv( 'SITE_SALT' ) ) );
	define( $name . '_SALT', hash( 'sha256', $name . '-salt' . getenv( 'SITE_SALT' ) ) );
}

// The system's cron calls wp-cron.php; nobody's page waits for it. Nothing but the gateway is called.
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', (string) parse_url( (string) getenv( 'PAY_URL' ), PHP_URL_HOST ) );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'DISALLOW_FILE_MODS', true );
define( 'WP_DEBUG_DISPLAY', false );

define( 'VOUCHERS_GATEWAY', getenv( 'PAY_URL' ) );
define( 'VOUCHERS_SHOP_ID', (int) getenv( 'SHOP_ID' ) );
define( 'VOUCHERS_SECRET', getenv( 'SHOP_KEY' ) );
define( 'VOUCHERS_READ_TIMEOUT', (float) ( getenv( 'READ_TIMEOUT' ) ?: 5 ) );

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/wordpress/' );
}
require_once ABSPATH . 'wp-settings.php';
