import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Pays out, once, and asks about each payout until its status is final. */
record Payouts(Store store, Gateway gateway, Clock clock) {
  private static final int PAID = 5;
  private static final int REJECTED = 6;
  /** How long the shop waits for a payout to appear that the gateway refused with a code that is not fatal. */
  private static final Duration PATIENCE = Duration.ofHours(2);

  /** Takes the money from the customer and sends the payout. The same reference is the same payout. */
  Payout place(Payout payout) {
    payout.amount = Money.exact(payout.amount, payout.currency);
    Gateway.checkPayway(payout.payway);
    synchronized (store) {
      for (Payout known : store.payouts.values()) if (known.reference.equals(payout.reference)) return known;
      if (payout.customer != null && store.balance(payout.customer).compareTo(payout.amount) < 0)
        throw new Refusal(422, "more than the balance of the customer");
      payout.id = Store.newId();
      payout.shopPaymentId = payout.id;
      payout.state = Payout.State.PENDING;
      payout.created = clock.now();
      payout.nextAsk = clock.now().plus(Jobs.INTERVAL);
      store.busy.add(payout.id);
      // In one line: the payout and its money.
      store.save(payout, new Entry(Entry.Kind.DEBIT, payout.id, payout.customer, payout.amount.negate()));
    }
    try {
      send(payout);
    } catch (Gateway.NoAnswer e) {
      if (Fault.is("second-payout")) sendUnderNewId(payout);
      // Otherwise: it may exist or not, so it stays pending, and follow() asks before anything else (Errors 5).
    } finally {
      store.busy.remove(payout.id);
    }
    return payout;
  }

  private void send(Payout payout) throws Gateway.NoAnswer {
    Map<String, Object> fields = new HashMap<>();
    fields.put("shop_payment_id", payout.shopPaymentId);
    fields.put("amount", payout.amount.toPlainString());
    fields.put("amount_type", payout.amountType);
    fields.put("shop_currency", payout.currency);
    fields.put("payway", payout.payway);
    fields.put("account", payout.account);
    fields.put("account_details", payout.accountDetails);
    fields.put("description", Gateway.description(payout.description));
    Gateway.Answer answer =
        gateway.call(
            "withdraw/create",
            fields,
            "account", "amount", "amount_type", "payway", "shop_currency", "shop_id", "shop_payment_id");
    synchronized (store) {
      if (answer.ok()) {
        payout.known = true;
        store.save(payout);
        apply(payout, answer.record());
      } else if (answer.fatal()) {
        fail(payout, Orders.error(answer));
      } else {
        payout.refused = true;
        payout.error = Orders.error(answer);
        store.save(payout);
      }
    }
  }

  private void sendUnderNewId(Payout payout) {
    try {
      payout.shopPaymentId = Store.newId();
      send(payout);
    } catch (Gateway.NoAnswer e) {
      // The fault is that it was sent.
    }
  }

  /** Asks what became of an open payout. Only the answer that it does not exist allows to send it again, as it is. */
  void follow(Payout payout) {
    try {
      Gateway.Answer answer =
          gateway.call(
              "withdraw/shop_payment_status",
              Map.of("shop_payment_id", payout.shopPaymentId),
              "now", "shop_id", "shop_payment_id");
      boolean send = false;
      synchronized (store) {
        if (answer.ok()) {
          apply(payout, answer.record());
        } else if (answer.absent() && !payout.known) {
          boolean givenUp = !clock.now().isBefore(payout.created.plus(PATIENCE));
          if (givenUp) fail(payout, payout.error == null ? Orders.error(answer) : payout.error);
          else send = !payout.refused;
        }
      }
      if (send) send(payout);
    } catch (Gateway.NoAnswer e) {
      // Unknown: the next run asks again.
    }
  }

  /** 5 and 6 are final; every other status, and none, leaves the payout open. */
  private void apply(Payout payout, Map<String, Object> record) {
    if (payout.state != Payout.State.PENDING || !payout.shopPaymentId.equals(record.get("shop_payment_id"))) return;
    if (Json.equal(record.get("status"), BigDecimal.valueOf(PAID))) {
      payout.state = Payout.State.PAID;
      payout.error = null;
      store.save(payout);
    } else if (Json.equal(record.get("status"), BigDecimal.valueOf(REJECTED))) {
      fail(payout, Orders.error("rejected by the payment system"));
    } else if (!payout.known) {
      payout.known = true;
      store.save(payout);
    }
  }

  /** In one line: the payout has failed, and its money is back. */
  private void fail(Payout payout, Map<String, Object> error) {
    if (payout.state != Payout.State.PENDING) return;
    payout.state = Payout.State.FAILED;
    payout.error = error;
    store.save(payout, new Entry(Entry.Kind.RETURN, payout.id, payout.customer, payout.amount));
  }
}
