<?php
/** Refunds of vouchers: waiting, done, failed. */

/** @return object|WP_Error the refund */
function vouchers_create_refund( $order_id, string $amount ) {
	$refund = vouchers_transaction(
		function () use ( $order_id, $amount ) {
			global $wpdb;
			$order = vouchers_find( 'orders', 'id', $order_id, 'FOR UPDATE' );
			if ( (float) $amount <= 0 ) {
				return new WP_Error( 'no_amount', 'How much is to be refunded?', array( 'status' => 422 ) );
			}
			if ( null === $order || ! in_array( $order->status, VOUCHERS_PAID_STATUSES, true ) ) {
				return new WP_Error( 'not_paid', 'Only a paid voucher is refunded.', array( 'status' => 409 ) );
			}
			$table = vouchers_table( 'refunds' );
			$fits  = $wpdb->get_var( $wpdb->prepare( "SELECT coalesce(sum(amount), 0) + %s <= %s FROM $table WHERE order_id = %d AND status <> 'failed'", $amount, $order->amount, $order_id ) );
			if ( ! $fits ) {
				return new WP_Error( 'too_much', 'That is more than is left of the payment.', array( 'status' => 422 ) );
			}
			$wpdb->insert(
				$table,
				array(
					'order_id'       => $order_id,
					'shop_refund_id' => 'refund-' . wp_generate_uuid4(),
					'amount'         => $amount,
					'status'         => 'waiting',
					'created'        => gmdate( 'Y-m-d H:i:s' ),
				)
			);
			return vouchers_find( 'refunds', 'id', $wpdb->insert_id );
		}
	);
	if ( ! is_wp_error( $refund ) ) {
		vouchers_send_refund( $refund );
	}
	return $refund;
}

function vouchers_send_refund( object $refund ): void {
	$answer = vouchers_call(
		'invoice/create-refund',
		array(
			'invoice_id'     => (int) vouchers_find( 'orders', 'id', $refund->order_id )->payment_id,
			'shop_refund_id' => $refund->shop_refund_id,
			'amount'         => $refund->amount,
			'callback_url'   => rest_url( 'vouchers/v1/notify' ),
		)
	);
	if ( 'done' === $answer['outcome'] && is_array( $answer['data'] ) ) {
		vouchers_settle_refund( $refund, $answer['data'] );
	} elseif ( 'fatal' === $answer['outcome'] ) {
		vouchers_update( 'refunds', $refund->id, array( 'waiting' ), array( 'status' => 'failed' ) + vouchers_error( $answer ) );
	} else {
		$refused = (int) ( 'refused' === $answer['outcome'] );
		vouchers_update( 'refunds', $refund->id, array( 'waiting' ), array( 'refused' => $refused ) + vouchers_error( $answer ) );
	}
}

/** Brings a refund to what its record says. */
function vouchers_settle_refund( object $refund, array $record ): void {
	$order = vouchers_find( 'orders', 'id', $refund->order_id );
	$about = ( $record['shop_refund_id'] ?? null ) === $refund->shop_refund_id
		&& ( $record['shop_id'] ?? (string) VOUCHERS_SHOP_ID ) === (string) VOUCHERS_SHOP_ID
		&& ( $record['invoice_id'] ?? null ) === $order->payment_id
		&& ( $record['currency'] ?? null ) === $order->currency
		&& vouchers_same_amount( $refund->amount, $record['amount'] ?? null );
	if ( ! $about ) {
		return;
	}
	$status = $record['status'] ?? null;
	if ( 'FAILED' === $status ) {
		vouchers_update( 'refunds', $refund->id, array( 'waiting' ), array( 'status' => 'failed', 'error_message' => 'the refund failed' ) );
	} elseif ( 'SUCCESS' === $status ) {
		vouchers_transaction(
			function () use ( $refund ) {
				global $wpdb;
				$order = vouchers_find( 'orders', 'id', $refund->order_id, 'FOR UPDATE' );
				if ( ! vouchers_update( 'refunds', $refund->id, array( 'waiting' ), array( 'status' => 'done' ) ) ) {
					return;
				}
				vouchers_book( 'refund', $order->id, $refund->amount );
				$all = $wpdb->get_var( $wpdb->prepare( 'SELECT sum(amount) >= %s FROM ' . vouchers_table( 'ledger' ) . " WHERE kind = 'refund' AND subject = %d", $order->amount, $order->id ) );
				vouchers_update( 'orders', $order->id, VOUCHERS_PAID_STATUSES, array( 'status' => $all ? 'refunded' : 'part-refunded' ) );
			}
		);
	}
}

function vouchers_reconcile_refunds(): void {
	global $wpdb;
	$waiting = 'SELECT r.*, o.payment_id FROM ' . vouchers_table( 'refunds' ) . ' r JOIN ' . vouchers_table( 'orders' ) . " o ON o.id = r.order_id WHERE r.status = 'waiting'";
	foreach ( $wpdb->get_results( $waiting ) as $refund ) {
		$answer = vouchers_call( 'invoice/get-refunds', array( 'invoice_id' => (int) $refund->payment_id ) );
		if ( 'done' !== $answer['outcome'] || ! is_array( $answer['data'] ) ) {
			continue;
		}
		$listed = array_filter( $answer['data'], fn( $record ) => ( $record['shop_refund_id'] ?? null ) === $refund->shop_refund_id );
		if ( $listed ) {
			vouchers_settle_refund( $refund, reset( $listed ) );
		} elseif ( $refund->refused ) {
			vouchers_update( 'refunds', $refund->id, array( 'waiting' ), array( 'status' => 'failed' ) );
		} else {
			vouchers_send_refund( $refund );
		}
	}
}
