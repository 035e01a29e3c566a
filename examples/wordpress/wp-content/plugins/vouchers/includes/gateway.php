<?php
/** Signed calls of the gateway. */

const VOUCHERS_SIGNED_FIELDS = array(
	'invoice/create'               => array( 'amount', 'currency', 'payway', 'shop_id', 'shop_order_id' ),
	'invoice/check'                => array( 'now', 'shop_id', 'shop_order_id' ),
	'invoice/create-refund'        => array( 'amount', 'invoice_id', 'shop_id', 'shop_refund_id' ),
	'invoice/get-refunds'          => array( 'invoice_id', 'now', 'shop_id' ),
	'withdraw/create'              => array( 'account', 'amount', 'amount_type', 'payway', 'shop_currency', 'shop_id', 'shop_payment_id' ),
	'withdraw/shop_payment_status' => array( 'now', 'shop_id', 'shop_payment_id' ),
);

/** After these nothing was created, and nothing will be. */
const VOUCHERS_FATAL_CODES = array( 1, 2, 3, 4 );

/** There is no such payment or payout. */
const VOUCHERS_ABSENT = 7;

function vouchers_sign( array $values ): string {
	return hash( 'sha256', implode( ':', $values ) . VOUCHERS_SECRET );
}

/** The JSON of the gateway, with each number as the text that it has there: signatures are over that text. */
function vouchers_decode( string $json ): ?array {
	$quoted  = preg_replace( '/"(?:\\\\.|[^"\\\\])*+"(*SKIP)(*FAIL)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/s', '"$0"', $json );
	$decoded = null === json_decode( $json ) || null === $quoted ? null : json_decode( $quoted, true );
	return is_array( $decoded ) ? $decoded : null;
}

/**
 * Calls an operation. What came of it is its `outcome`: done, refused, fatal, or unknown where nobody can say whether it
 * was carried out.
 */
function vouchers_call( string $operation, array $fields ): array {
	$signed            = VOUCHERS_SIGNED_FIELDS[ $operation ];
	$fields['shop_id'] = VOUCHERS_SHOP_ID;
	if ( in_array( 'now', $signed, true ) ) {
		$fields['now'] = gmdate( 'Y-m-d\TH:i:s\Z' );
	}
	$fields['sign'] = vouchers_sign( array_map( fn( $name ) => $fields[ $name ], $signed ) );
	$response       = wp_remote_post(
		VOUCHERS_GATEWAY . "/$operation",
		array(
			'timeout'             => VOUCHERS_READ_TIMEOUT,
			'redirection'         => 0,
			'limit_response_size' => 1 << 20,
			'headers'             => array( 'Content-Type' => 'application/json' ),
			'body'                => wp_json_encode( $fields ),
		)
	);
	$unknown = array( 'outcome' => 'unknown', 'code' => null, 'message' => 'no answer from the gateway', 'data' => null );
	if ( is_wp_error( $response ) || wp_remote_retrieve_response_code( $response ) >= 500 ) {
		return $unknown;
	}
	$answer = vouchers_decode( wp_remote_retrieve_body( $response ) );
	if ( true === ( $answer['result'] ?? null ) ) {
		return array( 'outcome' => 'done', 'code' => null, 'message' => '', 'data' => $answer['data'] ?? null );
	}
	$code = (int) ( $answer['error_code'] ?? 0 );
	if ( false !== ( $answer['result'] ?? null ) || $code <= 0 ) {
		return $unknown;
	}
	return array(
		'outcome' => in_array( $code, VOUCHERS_FATAL_CODES, true ) ? 'fatal' : 'refused',
		'code'    => $code,
		'message' => (string) ( $answer['message'] ?? '' ),
		'data'    => null,
	);
}

/** Where a refusal is kept. */
function vouchers_error( array $answer ): array {
	return array( 'error_code' => $answer['code'], 'error_message' => $answer['message'] );
}
