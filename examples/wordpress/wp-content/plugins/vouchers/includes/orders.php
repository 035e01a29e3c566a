<?php
/**
 * Orders of vouchers: new, open, paid, failed, review, part-refunded, refunded. What an invoice has become is told by
 * notifications and by invoice/check, and goes through vouchers_settle().
 */

// The status of a record is a number; that of a notification may be a word.
const VOUCHERS_PAID     = array( '4', 'success' );
const VOUCHERS_REJECTED = array( '6', 'rejected' );

const VOUCHERS_PAID_STATUSES = array( 'paid', 'part-refunded', 'refunded' );

/** Makes an order; the same form sent twice leads to the one that exists. */
function vouchers_create_order( array $order, string $request_id ): object {
	global $wpdb;
	$request_hash = hash( 'sha256', $request_id );
	$wpdb->query(
		$wpdb->prepare(
			'INSERT IGNORE INTO ' . vouchers_table( 'orders' ) . ' (request_hash, order_key, shop_order_id, amount, currency, payway, note, status, created)
			VALUES (%s, %s, %s, %s, %d, %s, %s, %s, UTC_TIMESTAMP())',
			$request_hash,
			wp_generate_uuid4(),
			'voucher-' . wp_generate_uuid4(),
			$order['amount'],
			$order['currency'],
			$order['payway'],
			$order['note'],
			'new'
		)
	);
	$stored = vouchers_find( 'orders', 'request_hash', $request_hash );
	vouchers_issue( $stored );
	return $stored;
}

function vouchers_order_url( object $order ): string {
	return add_query_arg( 'key', $order->order_key, home_url( '/voucher/' ) );
}

/** What was paid for a voucher and not refunded, as the ledger has it. */
function vouchers_worth( object $order ): string {
	global $wpdb;
	return $wpdb->get_var( $wpdb->prepare( "SELECT coalesce(sum(if(kind = 'sale', amount, -amount)), 0) FROM " . vouchers_table( 'ledger' ) . " WHERE kind IN ('sale', 'refund') AND subject = %d", $order->id ) );
}

/** Asks for the invoice of an order that has none. */
function vouchers_issue( object $order ): void {
	if ( vouchers_update( 'orders', $order->id, array( 'new' ), array( 'status' => 'open' ) ) ) {
		vouchers_send_invoice( $order );
	}
}

function vouchers_send_invoice( object $order ): void {
	$fields = array(
		'shop_order_id' => $order->shop_order_id,
		'amount'        => $order->amount,
		'currency'      => (int) $order->currency,
		'payway'        => $order->payway,
		'success_url'   => vouchers_order_url( $order ),
		'failed_url'    => vouchers_order_url( $order ),
		'callback_url'  => rest_url( 'vouchers/v1/notify' ),
	);
	if ( '' !== $order->note ) {
		$fields['description'] = mb_substr( $order->note, 0, 255 );
	}
	$answer = vouchers_call( 'invoice/create', $fields );
	$data   = is_array( $answer['data'] ) ? $answer['data'] : array();
	if ( 'done' === $answer['outcome'] ) {
		$redirect = empty( $data['url'] ) ? null : wp_json_encode(
			array(
				'method' => $data['method'] ?? null,
				'url'    => $data['url'],
				'data'   => (object) ( $data['data'] ?? array() ),
			)
		);
		vouchers_update( 'orders', $order->id, array( 'open' ), array( 'redirect' => $redirect, 'payment_id' => $data['id'] ?? null, 'refused' => 0 ) );
	} elseif ( 'fatal' === $answer['outcome'] ) {
		vouchers_update( 'orders', $order->id, array( 'open' ), array( 'status' => 'failed' ) + vouchers_error( $answer ) );
	} else {
		$refused = (int) ( 'refused' === $answer['outcome'] );
		vouchers_update( 'orders', $order->id, array( 'open' ), array( 'refused' => $refused ) + vouchers_error( $answer ) );
	}
}

/** Whether a record of the gateway is about this order, and about all that it costs. */
function vouchers_is_about( object $order, array $record ): bool {
	return ( $record['shop_order_id'] ?? null ) === $order->shop_order_id
		&& (string) VOUCHERS_SHOP_ID === ( $record['shop_id'] ?? null )
		&& $order->currency === ( $record['shop_currency'] ?? null )
		&& ( null === $order->payment_id || $order->payment_id === ( $record['payment_id'] ?? null ) )
		&& ( vouchers_fault( 'amount-not-compared' ) || vouchers_same_amount( $order->amount, $record['shop_amount'] ?? null ) );
}

/** "10.50" is 10.5. */
function vouchers_same_amount( string $one, $other ): bool {
	return is_numeric( $other ) && (float) $one === (float) $other;
}

/** Brings an order to what a record of its invoice says. */
function vouchers_settle( $id, array $record ): void {
	vouchers_transaction(
		function () use ( $id, $record ) {
			$order = vouchers_find( 'orders', 'id', $id, 'FOR UPDATE' );
			$done  = in_array( $order->status, VOUCHERS_PAID_STATUSES, true ) && ! vouchers_fault( 'double-credit' );
			$done  = $done || ( 'failed' === $order->status && vouchers_fault( 'status-3-final' ) );
			if ( $done || 'review' === $order->status ) {
				return;
			}
			if ( ! vouchers_is_about( $order, $record ) ) {
				vouchers_update( 'orders', $id, array( $order->status ), array( 'status' => 'review', 'error_message' => 'the gateway reports another payment for this order' ) );
				return;
			}
			$final = vouchers_fault( 'status-3-final' ) ? array( '3', '5', ...VOUCHERS_REJECTED ) : VOUCHERS_REJECTED;
			$pays  = array( 'payment_id' => $record['payment_id'], 'error_code' => null, 'error_message' => null );
			if ( in_array( $record['status'], VOUCHERS_PAID, true ) ) {
				vouchers_update( 'orders', $id, array( $order->status ), array( 'status' => 'paid' ) + $pays );
				vouchers_book( 'sale', $id, $order->amount );
			} elseif ( in_array( $record['status'], $final, true ) ) {
				vouchers_update( 'orders', $id, array( 'open' ), array( 'status' => 'failed', 'error_message' => 'the payment was rejected' ) );
			}
		}
	);
}

function vouchers_reconcile_orders(): void {
	global $wpdb;
	foreach ( $wpdb->get_results( 'SELECT * FROM ' . vouchers_table( 'orders' ) . " WHERE status IN ('new', 'open')" ) as $order ) {
		if ( 'new' === $order->status ) {
			vouchers_issue( $order );
			continue;
		}
		$answer = vouchers_call( 'invoice/check', array( 'shop_order_id' => $order->shop_order_id ) );
		if ( 'done' === $answer['outcome'] && is_array( $answer['data'] ) ) {
			vouchers_settle( $order->id, $answer['data'] );
		} elseif ( VOUCHERS_ABSENT === $answer['code'] && $order->refused ) {
			vouchers_update( 'orders', $order->id, array( 'open' ), array( 'status' => 'failed' ) );
		} elseif ( VOUCHERS_ABSENT === $answer['code'] ) {
			vouchers_send_invoice( $order );
		}
	}
}
