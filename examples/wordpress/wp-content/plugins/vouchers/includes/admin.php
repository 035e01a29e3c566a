<?php
/** What the shop's administrators do: refunds and payouts, by the REST API that the administration's pages use. */

function vouchers_admin_routes(): void {
	$only_admins = fn() => current_user_can( 'manage_options' );
	$amount      = array( 'required' => true, 'type' => 'string', 'pattern' => '^[0-9]{1,9}(\.[0-9]{1,2})?$' );
	$text        = array( 'required' => true, 'type' => 'string', 'minLength' => 1, 'maxLength' => 190 );
	register_rest_route(
		'vouchers/v1',
		'/orders/(?P<id>\d+)/refunds',
		array(
			'methods'             => 'POST',
			'permission_callback' => $only_admins,
			'args'                => array( 'amount' => $amount ),
			'callback'            => function ( WP_REST_Request $request ) {
				$refund = vouchers_create_refund( (int) $request['id'], $request['amount'] );
				return is_wp_error( $refund ) ? $refund : array( 'id' => $refund->id );
			},
		)
	);
	register_rest_route(
		'vouchers/v1',
		'/payouts',
		array(
			'methods'             => 'POST',
			'permission_callback' => $only_admins,
			'args'                => array(
				'request_id' => array( 'required' => true, 'type' => 'string', 'minLength' => 1 ),
				'amount'     => $amount,
				'currency'   => array( 'type' => 'integer', 'default' => 643 ),
				'payway'     => array( 'maxLength' => 150, 'pattern' => '^[A-Za-z_,\[\]]+$' ) + $text,
				'account'    => $text,
				'details'    => array( 'type' => 'object', 'default' => array() ),
				'note'       => array( 'type' => 'string', 'default' => '' ),
			),
			'callback'            => function ( WP_REST_Request $request ) {
				$payout = vouchers_create_payout( array( 'amount_type' => 'shop_amount' ) + $request->get_params(), $request['request_id'] );
				return array( 'id' => $payout->id );
			},
		)
	);
}
