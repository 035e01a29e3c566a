import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Refunds paid orders, in full or in part, and follows each refund until it is final. */
record Refunds(Store store, Gateway gateway, Clock clock, long shopId) {
  Refund create(Order order, BigDecimal amount) {
    Refund refund = new Refund();
    synchronized (store) {
      if (order.state != Order.State.PAID) throw new Refusal(409, "the order is not paid");
      refund.amount = Money.exact(amount, order.currency);
      if (refund.amount.compareTo(left(order)) > 0) throw new Refusal(422, "more than is left of the payment");
      refund.id = Store.newId();
      refund.orderId = order.id;
      refund.state = Refund.State.PENDING;
      refund.nextAsk = clock.now().plus(Jobs.INTERVAL);
      store.busy.add(refund.id);
      store.save(refund);
    }
    try {
      send(refund, order);
    } catch (Gateway.NoAnswer e) {
      // It may exist or not: it stays pending, and follow() asks.
    } finally {
      store.busy.remove(refund.id);
    }
    return refund;
  }

  List<Refund> of(Order order) {
    return store.refunds.values().stream().filter(refund -> refund.orderId.equals(order.id)).toList();
  }

  /** What can still be refunded; a refund that is under way counts as made. */
  private BigDecimal left(Order order) {
    BigDecimal left = order.amount;
    for (Refund each : of(order)) if (each.state != Refund.State.FAILED) left = left.subtract(each.amount);
    return left;
  }

  private void send(Refund refund, Order order) throws Gateway.NoAnswer {
    Map<String, Object> fields = new HashMap<>();
    fields.put("invoice_id", new Json.Num(order.paymentId));
    fields.put("shop_refund_id", refund.id);
    fields.put("amount", refund.amount.toPlainString());
    fields.put("currency", order.currency);
    Gateway.Answer answer =
        gateway.call("invoice/create-refund", fields, "amount", "invoice_id", "shop_id", "shop_refund_id");
    synchronized (store) {
      if (answer.ok() && isAbout(refund, answer.record())) apply(refund, answer.record().get("status"));
      if (answer.ok() || refund.state != Refund.State.PENDING) return;
      refund.error = Orders.error(answer);
      refund.refused = true;
      if (answer.fatal()) refund.state = Refund.State.FAILED;
      store.save(refund);
    }
  }

  /** Asks what became of an open refund. One that the gateway never answered and does not list is sent again. */
  void follow(Refund refund) {
    Order order;
    synchronized (store) {
      order = store.orders.get(refund.orderId);
    }
    try {
      Map<String, Object> fields = Map.of("invoice_id", new Json.Num(order.paymentId));
      Gateway.Answer answer = gateway.call("invoice/get-refunds", fields, "invoice_id", "now", "shop_id");
      if (!answer.ok() || !(answer.data() instanceof List<?> refunds)) return;
      for (Object each : refunds) {
        Map<String, Object> listed = Json.object(each);
        if (!refund.id.equals(listed.get("shop_refund_id"))) continue;
        synchronized (store) {
          if (isAbout(refund, listed)) apply(refund, listed.get("status"));
        }
        return;
      }
      // Under the same id: should the first request have arrived after all, the gateway refuses the second.
      if (!refund.refused) send(refund, order);
    } catch (Gateway.NoAnswer e) {
      // Unknown: the next run asks again.
    }
  }

  /** Takes in a genuine notification. */
  void notified(Map<String, Object> fields) {
    synchronized (store) {
      Refund refund = store.refunds.get(Json.text(fields.get("shop_refund_id")));
      if (refund == null) return;
      if (Json.equal(fields.get("shop_id"), BigDecimal.valueOf(shopId)) && isAbout(refund, fields))
        apply(refund, fields.get("status"));
      else refund.nextAsk = clock.now();
    }
  }

  private boolean isAbout(Refund refund, Map<String, Object> fields) {
    Order order = store.orders.get(refund.orderId);
    return refund.id.equals(fields.get("shop_refund_id"))
        && Json.equal(fields.get("invoice_id"), new BigDecimal(order.paymentId))
        && Json.equal(fields.get("amount"), refund.amount)
        && Json.equal(fields.get("currency"), BigDecimal.valueOf(order.currency));
  }

  /** SUCCESS and FAILED are final; the first of them that comes stays. */
  private void apply(Refund refund, Object status) {
    if (refund.settled) return;
    if ("SUCCESS".equals(status)) {
      Order order = store.orders.get(refund.orderId);
      refund.settled = true;
      refund.state = Refund.State.DONE;
      refund.error = null;
      store.save(refund, new Entry(Entry.Kind.REFUND, order.id, order.customer, refund.amount.negate()));
    } else if ("FAILED".equals(status)) {
      refund.settled = true;
      refund.state = Refund.State.FAILED;
      refund.error = Orders.error("FAILED");
      store.save(refund);
    }
  }
}
