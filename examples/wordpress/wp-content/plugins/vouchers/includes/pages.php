<?php
/** The pages of the shop: a form to buy, and the page of an order, where it is paid and seen. */

function vouchers_shop_page(): string {
	ob_start();
	?>
	<form id="vouchers-buy" method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
		<?php wp_nonce_field( 'vouchers_buy' ); ?>
		<input type="hidden" name="action" value="vouchers_buy">
		<input type="hidden" name="request_id" value="<?php echo esc_attr( wp_generate_uuid4() ); ?>">
		<input type="hidden" name="payway" value="card_rub">
		<label>Amount <input name="amount" inputmode="decimal" required pattern="[0-9]{1,9}(\.[0-9]{1,2})?"></label>
		<label>A note for whoever gets it <input name="note"></label>
		<button>Buy the voucher</button>
	</form>
	<?php
	return ob_get_clean();
}

/** Takes the form. */
function vouchers_buy(): void {
	check_admin_referer( 'vouchers_buy' );
	$form   = array_map( fn( $value ) => is_string( $value ) ? $value : '', wp_unslash( $_POST ) ) + array( 'amount' => '', 'payway' => '', 'note' => '', 'request_id' => '' );
	$usable = preg_match( '/^[0-9]{1,9}(\.[0-9]{1,2})?$/D', $form['amount'] ) && (float) $form['amount'] > 0
		&& preg_match( '/^[A-Za-z_,\[\]]{1,150}$/D', $form['payway'] ) && '' !== $form['request_id'];
	if ( ! $usable ) {
		wp_die( 'This form cannot be used.', '', array( 'response' => 422, 'back_link' => true ) );
	}
	$order = vouchers_create_order(
		array(
			'amount'   => $form['amount'],
			'currency' => 643,
			'payway'   => $form['payway'],
			'note'     => sanitize_text_field( $form['note'] ),
		),
		$form['request_id']
	);
	wp_safe_redirect( vouchers_order_url( $order ) );
	exit;
}

function vouchers_order_page(): string {
	$key   = isset( $_GET['key'] ) && is_string( $_GET['key'] ) ? wp_unslash( $_GET['key'] ) : '';
	$order = vouchers_find( 'orders', 'order_key', $key );
	if ( null === $order ) {
		status_header( 404 );
		return '<p>There is no such voucher.</p>';
	}
	$says = array(
		'failed'        => 'This payment has failed. Nothing was taken.',
		'paid'          => 'This voucher is paid. Thank you!',
		'review'        => 'We are looking into this payment.',
		'part-refunded' => 'A part of this voucher was refunded.',
		'refunded'      => 'This voucher was refunded.',
	);
	$page = sprintf(
		'<p>A voucher for %s, worth <span id="voucher-worth">%s</span> now.</p><p id="voucher-status" data-status="%s">%s</p>',
		esc_html( $order->amount ),
		esc_html( vouchers_worth( $order ) ),
		esc_attr( $order->status ),
		esc_html( $says[ $order->status ] ?? 'This voucher is not paid yet.' )
	);
	$redirect = 'open' === $order->status && $order->redirect ? json_decode( $order->redirect, true ) : null;
	return $redirect ? $page . vouchers_pay_button( $redirect ) : $page;
}

/** What leads the payer on, by the method that the gateway named. */
function vouchers_pay_button( array $redirect ): string {
	$data = array_filter( (array) $redirect['data'], 'is_string' );
	if ( 'POST' !== $redirect['method'] ) {
		$url = add_query_arg( array_map( 'rawurlencode', $data ), $redirect['url'] );
		return sprintf( '<p><a id="voucher-pay" href="%s">Pay</a></p>', esc_url( $url, array( 'http', 'https' ) ) );
	}
	$fields = '';
	foreach ( $data as $name => $value ) {
		$fields .= sprintf( '<input type="hidden" name="%s" value="%s">', esc_attr( $name ), esc_attr( $value ) );
	}
	return sprintf( '<form method="post" action="%s">%s<button id="voucher-pay">Pay</button></form>', esc_url( $redirect['url'], array( 'http', 'https' ) ), $fields );
}
