import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** An order, and its one attempt to be paid: its id is the shop_order_id. */
final class Order {
  enum State { PENDING, HELD, PAID, FAILED, CANCELLED, REVIEW }

  String id;
  String reference;
  String customer;
  BigDecimal amount;
  int currency;
  String payway;
  String description;
  boolean hold;
  State state;
  /** The gateway's id of the invoice, as it was written; null while it is not known. */
  String paymentId;
  Map<String, Object> redirect;
  Map<String, Object> error;
  /** A final 6 is known. */
  boolean rejected;
  /** invoice/charge or invoice/unhold, from when it is asked for until the final status. */
  String command;
  /** Whether the command reached the gateway is not known. */
  boolean commandOpen;
  /** A command that was refused for good: it is not sent again unless a person asks for it. */
  String refusedCommand;
  Instant heldAt;
  transient Instant nextAsk;
}
