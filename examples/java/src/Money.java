import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/** Amounts, with the fractional digits of their currency. */
final class Money {
  private Money() {}

  /** The amount with as many digits as its currency has: 10.50 RUB, 10 JPY. Nothing is rounded. */
  static BigDecimal exact(BigDecimal amount, int currency) {
    int digits =
        Currency.getAvailableCurrencies().stream()
            .filter(each -> each.getNumericCode() == currency)
            .mapToInt(Currency::getDefaultFractionDigits)
            .max()
            .orElse(2);
    try {
      if (amount.signum() > 0) return amount.setScale(Math.max(digits, 0), RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      // More digits than the currency has: refused below.
    }
    throw new Refusal(422, "not an amount in currency " + currency);
  }
}
