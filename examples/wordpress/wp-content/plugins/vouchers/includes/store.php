<?php
/** The plugin's tables. Money is booked in the ledger, and only there. */

function vouchers_create_tables(): void {
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$options = 'ENGINE=InnoDB ' . $wpdb->get_charset_collate();
	$outcome = 'refused tinyint NOT NULL DEFAULT 0, error_code int, error_message text, created datetime NOT NULL';
	dbDelta( "CREATE TABLE {$wpdb->prefix}vouchers_orders (
		id bigint unsigned NOT NULL AUTO_INCREMENT,
		request_hash char(64) NOT NULL,
		order_key char(36) NOT NULL,
		shop_order_id varchar(64) NOT NULL,
		amount decimal(12,2) NOT NULL,
		currency smallint NOT NULL,
		payway varchar(150) NOT NULL,
		note text NOT NULL,
		status varchar(20) NOT NULL,
		payment_id bigint unsigned,
		redirect longtext,
		" . str_replace( ', ', ",\n", $outcome ) . ",
		PRIMARY KEY  (id),
		UNIQUE KEY request_hash (request_hash),
		UNIQUE KEY order_key (order_key),
		UNIQUE KEY shop_order_id (shop_order_id),
		KEY status (status)
	) $options;" );
	dbDelta( "CREATE TABLE {$wpdb->prefix}vouchers_refunds (
		id bigint unsigned NOT NULL AUTO_INCREMENT,
		order_id bigint unsigned NOT NULL,
		shop_refund_id varchar(64) NOT NULL,
		amount decimal(12,2) NOT NULL,
		status varchar(20) NOT NULL,
		" . str_replace( ', ', ",\n", $outcome ) . ",
		PRIMARY KEY  (id),
		UNIQUE KEY shop_refund_id (shop_refund_id),
		KEY order_id (order_id)
	) $options;" );
	dbDelta( "CREATE TABLE {$wpdb->prefix}vouchers_payouts (
		id bigint unsigned NOT NULL AUTO_INCREMENT,
		request_hash char(64) NOT NULL,
		shop_payment_id varchar(64) NOT NULL,
		amount decimal(12,2) NOT NULL,
		amount_type varchar(20) NOT NULL,
		currency smallint NOT NULL,
		payway varchar(150) NOT NULL,
		account varchar(190) NOT NULL,
		details text,
		note text NOT NULL,
		status varchar(20) NOT NULL,
		" . str_replace( ', ', ",\n", $outcome ) . ",
		PRIMARY KEY  (id),
		UNIQUE KEY request_hash (request_hash)
	) $options;" );
	dbDelta( "CREATE TABLE {$wpdb->prefix}vouchers_ledger (
		id bigint unsigned NOT NULL AUTO_INCREMENT,
		kind varchar(20) NOT NULL,
		subject bigint unsigned NOT NULL,
		amount decimal(12,2) NOT NULL,
		booked datetime NOT NULL,
		PRIMARY KEY  (id),
		KEY subject (kind,subject)
	) $options;" );
}

function vouchers_table( string $name ): string {
	global $wpdb;
	return "{$wpdb->prefix}vouchers_$name";
}

/** The first row whose column has this value. */
function vouchers_find( string $table, string $column, $value, string $lock = '' ): ?object {
	global $wpdb;
	return $wpdb->get_row( $wpdb->prepare( 'SELECT * FROM ' . vouchers_table( $table ) . " WHERE $column = %s $lock", $value ) );
}

/** Writes these columns where the row still has one of these statuses; whether it had. */
function vouchers_update( string $table, $id, array $statuses, array $columns ): bool {
	global $wpdb;
	$set    = implode( ', ', array_map( fn( $name ) => "$name = " . ( null === $columns[ $name ] ? 'NULL' : '%s' ), array_keys( $columns ) ) );
	$in     = implode( ', ', array_fill( 0, count( $statuses ), '%s' ) );
	$values = array_merge( array_values( array_filter( $columns, fn( $value ) => null !== $value ) ), array( $id ), $statuses );
	return 1 === $wpdb->query( $wpdb->prepare( 'UPDATE ' . vouchers_table( $table ) . " SET $set WHERE id = %d AND status IN ($in)", $values ) );
}

function vouchers_book( string $kind, $subject, string $amount ): void {
	global $wpdb;
	$booked = gmdate( 'Y-m-d H:i:s' );
	if ( false === $wpdb->insert( vouchers_table( 'ledger' ), compact( 'kind', 'subject', 'amount', 'booked' ) ) ) {
		throw new RuntimeException( "not booked: $kind $subject: $wpdb->last_error" );
	}
}

/** All of it, or nothing. */
function vouchers_transaction( callable $work ) {
	global $wpdb;
	$wpdb->query( 'START TRANSACTION' );
	try {
		$result = $work();
		if ( false === $wpdb->query( 'COMMIT' ) ) {
			throw new RuntimeException( "not committed: $wpdb->last_error" );
		}
		return $result;
	} catch ( Throwable $error ) {
		$wpdb->query( 'ROLLBACK' );
		throw $error;
	}
}
