import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** A refund. Its id is the shop_refund_id. */
final class Refund {
  enum State { PENDING, DONE, FAILED }

  String id;
  String orderId;
  BigDecimal amount;
  State state;
  Map<String, Object> error;
  /** The gateway has refused it with a code that is not fatal. */
  boolean refused;
  /** The gateway has said what became of it. */
  boolean settled;
  transient Instant nextAsk;
}
