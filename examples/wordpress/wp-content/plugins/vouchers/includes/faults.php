<?php
/**
 * Faults that integrations like this one often have. No plugin has such switches; here they show what gatecheck sees.
 *
 * SHOP_FAULT is one of: double-credit, unsigned-believed, amount-not-compared, status-3-final, second-payout.
 */
function vouchers_fault( string $name ): bool {
	return getenv( 'SHOP_FAULT' ) === $name;
}
