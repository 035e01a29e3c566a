import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes orders to their end: asks for invoices and holds, and follows what the gateway says about them. */
record Orders(Store store, Gateway gateway, Clock clock, long shopId) {
  private static final int REJECTED = 6;
  private static final int PAID = 4;
  private static final int HELD = 8;
  private static final String[] INVOICE = {"amount", "currency", "payway", "shop_id", "shop_order_id"};
  /** A hold lasts five days at most; one that nobody decided about is released after four. */
  private static final Duration RELEASE_AFTER = Duration.ofDays(4);

  /** Stores the order and asks the gateway for its invoice. The same reference is the same order. */
  Order place(Order order) {
    order.amount = Money.exact(order.amount, order.currency);
    Gateway.checkPayway(order.payway);
    synchronized (store) {
      for (Order known : store.orders.values()) if (known.reference.equals(order.reference)) return known;
      order.id = Store.newId();
      order.state = Order.State.PENDING;
      order.nextAsk = clock.now().plus(Jobs.INTERVAL);
      store.busy.add(order.id);
      // Before the call: a notification may overtake its answer, and a kill may come between them.
      store.save(order);
    }
    Map<String, Object> fields = new HashMap<>();
    fields.put("shop_order_id", order.id);
    fields.put("amount", order.amount.toPlainString());
    fields.put("currency", order.currency);
    fields.put("payway", order.payway);
    fields.put("description", Gateway.description(order.description));
    try {
      Gateway.Answer answer = gateway.call(order.hold ? "invoice/hold" : "invoice/create", fields, INVOICE);
      synchronized (store) {
        accept(order, answer);
      }
    } catch (Gateway.NoAnswer e) {
      // The invoice may exist or not: the order stays pending, and follow() asks.
    } finally {
      store.busy.remove(order.id);
    }
    return order;
  }

  private void accept(Order order, Gateway.Answer answer) {
    Map<String, Object> data = answer.record();
    remember(order, data.get("id"));
    if (!data.isEmpty()) {
      order.redirect = new HashMap<>();
      for (String name : List.of("method", "url", "data")) order.redirect.put(name, data.get(name));
    }
    if (!answer.ok() && order.state == Order.State.PENDING) {
      order.error = error(answer);
      if (answer.fatal()) order.state = Order.State.FAILED;
    }
    store.save(order);
  }

  /** A person charges a hold (invoice/charge), or gives it back (invoice/unhold). */
  Order command(Order order, String command) {
    synchronized (store) {
      if (order.state != Order.State.HELD) throw new Refusal(409, "the order is not held");
      order.state = Order.State.PENDING;
      order.command = command;
      order.commandOpen = true;
      order.nextAsk = clock.now();
      store.busy.add(order.id);
      store.save(order);
    }
    Map<String, Object> fields = Map.of("invoice_id", new Json.Num(order.paymentId));
    try {
      Gateway.Answer answer = gateway.call(command, fields, "invoice_id", "now", "shop_id");
      synchronized (store) {
        order.commandOpen = !answer.ok() && !answer.fatal();
        order.error = answer.ok() ? null : error(answer);
        if (answer.fatal()) {
          order.refusedCommand = command;
          order.command = null;
          if (order.state == Order.State.PENDING) order.state = Order.State.HELD;
        }
        store.save(order);
        // A charge is final when a notification or invoice/check says so; a release when the answer does.
        boolean released = answer.ok() && command.equals("invoice/unhold") && isAbout(order, answer.record());
        if (released && statusOf(answer.record()) == REJECTED) apply(order, REJECTED);
      }
    } catch (Gateway.NoAnswer e) {
      // Whether it was charged or released is unknown: follow() asks.
    } finally {
      store.busy.remove(order.id);
    }
    return order;
  }

  /** Asks what became of a pending order, or releases a held one whose time is over. */
  void follow(Order order) {
    boolean commandOpen;
    boolean overdue;
    synchronized (store) {
      commandOpen = order.commandOpen;
      overdue = isOverdue(order);
      if (order.state == Order.State.HELD && !overdue) return;
    }
    try {
      if (overdue) {
        command(order, "invoice/unhold");
        return;
      }
      Map<String, Object> fields = Map.of("shop_order_id", order.id);
      Gateway.Answer answer = gateway.call("invoice/check", fields, "now", "shop_id", "shop_order_id");
      synchronized (store) {
        if (answer.absent() && order.paymentId == null && order.state == Order.State.PENDING) {
          order.state = Order.State.FAILED;
          if (order.error == null) order.error = error(answer);
          store.save(order);
        }
        if (!answer.ok() || !isAbout(order, answer.record())) return;
        int status = statusOf(answer.record());
        remember(order, answer.record().get("payment_id"));
        if (status == HELD && commandOpen && order.commandOpen && order.state == Order.State.PENDING) {
          // The command did not reach the gateway, or was refused: it may be given again.
          order.command = null;
          order.commandOpen = false;
        }
        apply(order, status);
      }
    } catch (Gateway.NoAnswer | Refusal e) {
      // Unknown, or no longer held: the next run asks again.
    }
  }

  private boolean isOverdue(Order order) {
    return order.state == Order.State.HELD
        && !"invoice/unhold".equals(order.refusedCommand)
        && !clock.now().isBefore(order.heldAt.plus(RELEASE_AFTER));
  }

  /** Takes in a genuine notification. One that is not about the stored invoice, exactly, makes the shop ask. */
  void notified(Map<String, Object> fields) {
    synchronized (store) {
      Order order = store.orders.get(Json.text(fields.get("shop_order_id")));
      if (order == null) return;
      if (isAbout(order, fields)) {
        remember(order, fields.get("payment_id"));
        apply(order, statusOf(fields));
      } else {
        order.nextAsk = clock.now();
      }
    }
  }

  /** Whether these are the fields of the invoice that the shop asked for. The payer may have paid a fee on top. */
  private boolean isAbout(Order order, Map<String, Object> fields) {
    return order.id.equals(fields.get("shop_order_id"))
        && Json.equal(fields.get("shop_id"), BigDecimal.valueOf(shopId))
        && Json.equal(fields.get("shop_amount"), order.amount)
        && Json.equal(fields.get("shop_currency"), BigDecimal.valueOf(order.currency))
        && Json.decimal(fields.get("payment_id")) != null
        && (order.paymentId == null || Json.equal(fields.get("payment_id"), new BigDecimal(order.paymentId)));
  }

  /** The status, which may be a number or a word; 0 for one that decides nothing. */
  private static int statusOf(Map<String, Object> fields) {
    Object status = fields.get("status");
    for (int known : new int[] {PAID, REJECTED, HELD}) if (Json.equal(status, BigDecimal.valueOf(known))) return known;
    return "success".equals(status) ? PAID : "rejected".equals(status) ? REJECTED : 0;
  }

  /** Keeps the gateway's id of the invoice from the first message that has it. It may exceed 32 bits. */
  private static void remember(Order order, Object id) {
    BigDecimal number = Json.decimal(id);
    if (order.paymentId == null && number != null) order.paymentId = number.stripTrailingZeros().toPlainString();
  }

  /** Changes the order as its status says. What is final stays; an older status that comes late changes nothing. */
  private void apply(Order order, int status) {
    boolean open = order.state == Order.State.PENDING || order.state == Order.State.HELD;
    if (status == PAID && order.state == Order.State.CANCELLED) {
      order.state = Order.State.REVIEW;
      order.error = error("paid after it was released");
      store.save(order);
    } else if (status == PAID && (open || order.state == Order.State.FAILED || Fault.is("double-credit"))) {
      order.state = Order.State.PAID;
      order.error = null;
      // The state and the booking are one line of the journal: a kill leaves both or neither.
      store.save(order, new Entry(Entry.Kind.CREDIT, order.id, order.customer, order.amount));
    } else if (status == REJECTED && open) {
      boolean released = "invoice/unhold".equals(order.command);
      order.rejected = true;
      order.state = released ? Order.State.CANCELLED : Order.State.FAILED;
      order.error = released ? null : error("rejected");
      store.save(order);
    } else if (status == HELD && order.hold && order.command == null && !order.rejected
        && (order.state == Order.State.PENDING || order.state == Order.State.FAILED)) {
      order.state = Order.State.HELD;
      order.error = null;
      if (order.heldAt == null) order.heldAt = clock.now();
      store.save(order);
    }
  }

  static Map<String, Object> error(Gateway.Answer answer) {
    Map<String, Object> error = error(answer.message());
    if (answer.code() > 0) error.put("code", answer.code());
    return error;
  }

  static Map<String, Object> error(String message) {
    Map<String, Object> error = new HashMap<>();
    error.put("code", null);
    error.put("message", message);
    return error;
  }
}
