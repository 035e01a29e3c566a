<?php
/** Installs WordPress into an empty database, as its installer's page does, and switches the shop on. */
define( 'WP_INSTALLING', true );
require __DIR__ . '/wordpress/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

// The installer would send a mail, and ask its own site for a page.
add_filter( 'pre_wp_mail', '__return_true' );
add_filter( 'pre_http_request', fn() => new WP_Error( 'offline', 'not while installing' ) );

wp_install( 'A shop for vouchers', 'admin', 'admin@example.com', false, '', getenv( 'ADMIN_PASSWORD' ) );
switch_theme( 'plain' );
update_option( 'permalink_structure', '/%postname%/' );
foreach ( array( 'shop' => '[vouchers_shop]', 'voucher' => '[vouchers_order]' ) as $slug => $content ) {
	wp_insert_post(
		array(
			'post_type'    => 'page',
			'post_status'  => 'publish',
			'post_name'    => $slug,
			'post_title'   => ucfirst( $slug ),
			'post_content' => $content,
		)
	);
}
$failed = activate_plugin( 'vouchers/vouchers.php' );
if ( is_wp_error( $failed ) ) {
	fwrite( STDERR, $failed->get_error_message() . "\n" );
	exit( 1 );
}
flush_rewrite_rules();
