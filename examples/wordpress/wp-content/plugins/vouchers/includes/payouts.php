<?php
/**
 * Payouts to partners: new, open, paid, failed. A payout keeps its shop_payment_id for good, and is asked about until its
 * status is final.
 */

function vouchers_create_payout( array $payout, string $request_id ): object {
	$request_hash = hash( 'sha256', $request_id );
	vouchers_transaction(
		function () use ( $payout, $request_hash ) {
			global $wpdb;
			$created = $wpdb->query(
				$wpdb->prepare(
					'INSERT IGNORE INTO ' . vouchers_table( 'payouts' ) . ' (request_hash, shop_payment_id, amount, amount_type, currency, payway, account, details, note, status, created)
					VALUES (%s, %s, %s, %s, %d, %s, %s, %s, %s, %s, UTC_TIMESTAMP())',
					$request_hash,
					'payout-' . wp_generate_uuid4(),
					$payout['amount'],
					$payout['amount_type'],
					$payout['currency'],
					$payout['payway'],
					$payout['account'],
					$payout['details'] ? wp_json_encode( $payout['details'] ) : null,
					$payout['note'],
					'new'
				)
			);
			if ( 1 === $created ) {
				vouchers_book( 'payout', $wpdb->insert_id, $payout['amount'] );
			}
		}
	);
	$stored = vouchers_find( 'payouts', 'request_hash', $request_hash );
	vouchers_start_payout( $stored );
	return $stored;
}

function vouchers_start_payout( object $payout ): void {
	if ( vouchers_update( 'payouts', $payout->id, array( 'new' ), array( 'status' => 'open' ) ) ) {
		vouchers_send_payout( $payout );
	}
}

function vouchers_send_payout( object $payout ): void {
	global $wpdb;
	$fields = array(
		'shop_payment_id' => $payout->shop_payment_id,
		'shop_currency'   => (int) $payout->currency,
		'payway'          => $payout->payway,
		'amount'          => $payout->amount,
		'amount_type'     => $payout->amount_type,
		'account'         => $payout->account,
	);
	if ( $payout->details ) {
		$fields['account_details'] = json_decode( $payout->details );
	}
	if ( '' !== $payout->note ) {
		$fields['description'] = mb_substr( $payout->note, 0, 255 );
	}
	$answer = vouchers_call( 'withdraw/create', $fields );
	if ( 'unknown' === $answer['outcome'] && vouchers_fault( 'second-payout' ) ) {
		$payout->shop_payment_id = $fields['shop_payment_id'] = 'payout-' . wp_generate_uuid4();
		$wpdb->update( vouchers_table( 'payouts' ), array( 'shop_payment_id' => $payout->shop_payment_id ), array( 'id' => $payout->id ) );
		$answer = vouchers_call( 'withdraw/create', $fields );
	}
	if ( 'done' === $answer['outcome'] ) {
		vouchers_settle_payout( $payout, $answer['data'] );
	} elseif ( 'fatal' === $answer['outcome'] ) {
		vouchers_give_back( $payout, vouchers_error( $answer ) );
	} else {
		$refused = (int) ( 'refused' === $answer['outcome'] );
		vouchers_update( 'payouts', $payout->id, array( 'open' ), array( 'refused' => $refused ) + vouchers_error( $answer ) );
	}
}

/** Brings a payout to what its record says: 5 and 6 end it. */
function vouchers_settle_payout( object $payout, $record ): void {
	if ( ! is_array( $record ) || ( $record['shop_payment_id'] ?? null ) !== $payout->shop_payment_id ) {
		return;
	}
	$status = $record['status'] ?? null;
	if ( '5' === $status || ( '3' === $status && vouchers_fault( 'status-3-final' ) ) ) {
		vouchers_update( 'payouts', $payout->id, array( 'open' ), array( 'status' => 'paid', 'error_code' => null, 'error_message' => null ) );
	} elseif ( '6' === $status ) {
		vouchers_give_back( $payout, array( 'error_message' => 'the payment system rejected the payout' ) );
	}
}

/** The payout has failed for good: what was taken for it is given back. */
function vouchers_give_back( object $payout, array $error ): void {
	vouchers_transaction(
		function () use ( $payout, $error ) {
			if ( vouchers_update( 'payouts', $payout->id, array( 'open' ), array( 'status' => 'failed' ) + $error ) ) {
				vouchers_book( 'payout-return', $payout->id, '-' . $payout->amount );
			}
		}
	);
}

function vouchers_reconcile_payouts(): void {
	global $wpdb;
	foreach ( $wpdb->get_results( 'SELECT * FROM ' . vouchers_table( 'payouts' ) . " WHERE status IN ('new', 'open')" ) as $payout ) {
		if ( 'new' === $payout->status ) {
			vouchers_start_payout( $payout );
			continue;
		}
		$answer = vouchers_call( 'withdraw/shop_payment_status', array( 'shop_payment_id' => $payout->shop_payment_id ) );
		if ( 'done' === $answer['outcome'] ) {
			vouchers_settle_payout( $payout, $answer['data'] );
		} elseif ( VOUCHERS_ABSENT === $answer['code'] && $payout->refused ) {
			vouchers_give_back( $payout, array() );
		} elseif ( VOUCHERS_ABSENT === $answer['code'] ) {
			vouchers_send_payout( $payout );
		}
	}
}
