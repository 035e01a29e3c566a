import java.math.BigDecimal;

/** A booking: what is credited for an order is positive, what is refunded or paid out is negative. */
final class Entry {
  enum Kind { CREDIT, REFUND, DEBIT, RETURN }

  String id;
  Kind kind;
  /** The order or payout that it is about. */
  String of;
  String customer;
  BigDecimal amount;

  Entry() {}

  Entry(Kind kind, String of, String customer, BigDecimal amount) {
    this.id = Store.newId();
    this.kind = kind;
    this.of = of;
    this.customer = customer;
    this.amount = amount;
  }
}
