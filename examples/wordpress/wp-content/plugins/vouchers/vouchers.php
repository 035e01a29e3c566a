<?php
/**
 * Plugin Name: Vouchers
 * Description: Sells gift vouchers of any amount, refunds them, and pays partners out.
 * Version:     1.0.0
 * License:     GPL-2.0-or-later
 */

defined( 'ABSPATH' ) || exit;

foreach ( array( 'gateway', 'store', 'orders', 'refunds', 'payouts', 'notifications', 'admin', 'pages', 'faults' ) as $part ) {
	require_once __DIR__ . "/includes/$part.php";
}

register_activation_hook( __FILE__, 'vouchers_activate' );
register_deactivation_hook( __FILE__, fn() => wp_clear_scheduled_hook( 'vouchers_reconcile' ) );

add_filter( 'cron_schedules', fn( $all ) => $all + array( 'vouchers' => array( 'interval' => 30, 'display' => 'Twice a minute' ) ) );
add_action( 'vouchers_reconcile', 'vouchers_reconcile' );
add_action( 'rest_api_init', 'vouchers_notification_route' );
add_action( 'rest_api_init', 'vouchers_admin_routes' );
add_action( 'admin_post_vouchers_buy', 'vouchers_buy' );
add_action( 'admin_post_nopriv_vouchers_buy', 'vouchers_buy' );
add_shortcode( 'vouchers_shop', 'vouchers_shop_page' );
add_shortcode( 'vouchers_order', 'vouchers_order_page' );

function vouchers_activate(): void {
	vouchers_create_tables();
	if ( ! wp_next_scheduled( 'vouchers_reconcile' ) ) {
		wp_schedule_event( time(), 'vouchers', 'vouchers_reconcile' );
	}
}

/** Asks the gateway about everything whose outcome is open. One run at a time. */
function vouchers_reconcile(): void {
	global $wpdb;
	$wpdb->query( "SELECT GET_LOCK('vouchers_reconcile', 60)" );
	vouchers_reconcile_orders();
	vouchers_reconcile_refunds();
	vouchers_reconcile_payouts();
	$wpdb->query( "SELECT RELEASE_LOCK('vouchers_reconcile')" );
}
