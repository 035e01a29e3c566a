<?php
/** The address that the gateway notifies: /wp-json/vouchers/v1/notify */

function vouchers_notification_route(): void {
	register_rest_route(
		'vouchers/v1',
		'/notify',
		array(
			'methods'             => 'POST',
			'callback'            => 'vouchers_notified',
			'permission_callback' => '__return_true',
		)
	);
}

function vouchers_notified( WP_REST_Request $request ) {
	$record = vouchers_genuine( $request );
	if ( null === $record ) {
		return new WP_Error( 'not_genuine', 'The signature is not right.', array( 'status' => 400 ) );
	}
	$type = $request->get_query_params()['type'] ?? null;
	if ( 'invoice' === $type ) {
		$order = vouchers_find( 'orders', 'shop_order_id', (string) ( $record['shop_order_id'] ?? '' ) );
		if ( null === $order ) {
			return new WP_Error( 'no_order', 'There is no such order.', array( 'status' => 404 ) );
		}
		vouchers_settle( $order->id, $record );
	} elseif ( 'refund' === $type ) {
		$refund = vouchers_find( 'refunds', 'shop_refund_id', (string) ( $record['shop_refund_id'] ?? '' ) );
		if ( null === $refund ) {
			return new WP_Error( 'no_refund', 'There is no such refund.', array( 'status' => 404 ) );
		}
		vouchers_settle_refund( $refund, $record );
	}
	// The REST API would answer with JSON.
	header( 'Content-Type: text/plain' );
	echo 'OK';
	exit;
}

/** The fields of a notification whose signature is right, each value as the text that it has in the body. */
function vouchers_genuine( WP_REST_Request $request ): ?array {
	$record = vouchers_decode( $request->get_body() );
	if ( null === $record ) {
		return null;
	}
	if ( vouchers_fault( 'unsigned-believed' ) ) {
		return $record;
	}
	$signed = array_filter( $record, fn( $value ) => null !== $value && '' !== $value );
	unset( $signed['sign'] );
	ksort( $signed, SORT_STRING );
	$texts = array_map( fn( $value ) => is_string( $value ) ? $value : wp_json_encode( $value ), $signed );
	return is_string( $record['sign'] ?? null ) && hash_equals( vouchers_sign( $texts ), $record['sign'] ) ? $record : null;
}
