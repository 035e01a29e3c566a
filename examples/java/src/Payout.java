import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** A payout. */
final class Payout {
  enum State { PENDING, PAID, FAILED }

  String id;
  String shopPaymentId;
  String reference;
  String customer;
  BigDecimal amount;
  String amountType;
  int currency;
  String payway;
  String account;
  Map<String, Object> accountDetails;
  String description;
  State state;
  Map<String, Object> error;
  /** The gateway has refused it with a code that is not fatal. */
  boolean refused;
  /** The gateway has told a status of it. */
  boolean known;
  Instant created;
  transient Instant nextAsk;
}
