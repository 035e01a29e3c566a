import com.sun.net.httpserver.HttpExchange;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The test interface, by which gatecheck drives the shop. It is there only with TEST_TOKEN, never in production. */
final class TestInterface {
  private final String token;
  private final Store store;
  private final Orders orders;
  private final Refunds refunds;
  private final Payouts payouts;
  private final Jobs jobs;
  private final Clock clock;

  TestInterface(String token, Store store, Orders orders, Refunds refunds, Payouts payouts, Jobs jobs, Clock clock) {
    this.token = token;
    this.store = store;
    this.orders = orders;
    this.refunds = refunds;
    this.payouts = payouts;
    this.jobs = jobs;
    this.clock = clock;
  }

  Reply answer(HttpExchange exchange, byte[] body) throws InterruptedException {
    String given = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    if (!MessageDigest.isEqual(bytes("Bearer " + token), bytes(given))) return refused(401, "no token");
    try {
      String path = exchange.getRequestURI().getRawPath().substring("/test/".length());
      String[] parts = path.replace("+", "%2B").split("/");
      for (int i = 0; i < parts.length; i++) parts[i] = Notifications.decode(parts[i]);
      if (exchange.getRequestMethod().equals("GET")) {
        Map<String, Object> query = Notifications.form(exchange.getRequestURI().getRawQuery());
        synchronized (store) {
          return read(parts, Json.text(query.get("reference")));
        }
      }
      return act(parts, Json.parseObject(body));
    } catch (Refusal refusal) {
      return refused(refusal.status, refusal.getMessage());
    } catch (IllegalArgumentException e) {
      return refused(422, e.getMessage());
    }
  }

  private Reply read(String[] parts, String reference) {
    String id = parts.length > 1 ? parts[1] : null;
    Object found =
        switch (parts[0] + "/" + parts.length) {
          case "orders/1" ->
              store.orders.values().stream().filter(each -> each.reference.equals(reference)).map(this::view).toList();
          case "orders/2" -> view(order(id));
          case "orders/3" -> refunds.of(order(id)).stream().map(TestInterface::view).toList();
          case "payouts/1" ->
              store.payouts.values().stream().filter(each -> each.reference.equals(reference)).map(this::view).toList();
          case "payouts/2" -> view(existing(store.payouts.get(id)));
          case "customers/2" -> Map.of("balance", store.balance(id).toPlainString());
          default -> throw new Refusal(501, "no such call");
        };
    return Reply.json(200, found);
  }

  private Reply act(String[] parts, Map<String, Object> body) throws InterruptedException {
    String call = parts.length == 3 ? parts[0] + "/" + parts[2] : String.join("/", parts);
    Object done =
        switch (call) {
          case "orders" -> orders.place(orderOf(body));
          case "orders/charge", "orders/unhold" -> orders.command(order(parts[1]), "invoice/" + parts[2]);
          case "orders/refunds" -> refund(order(parts[1]), body);
          case "payouts" -> payouts.place(payoutOf(body));
          case "jobs/run" -> run(Json.text(body.get("at")));
          default -> throw new Refusal(501, "no such call");
        };
    synchronized (store) {
      if (done instanceof Order order) return Reply.json(200, view(order));
      if (done instanceof Refund refund) return Reply.json(200, view(refund));
      if (done instanceof Payout payout) return Reply.json(200, view(payout));
      return Reply.json(200, done);
    }
  }

  private Map<String, Object> run(String at) throws InterruptedException {
    if (at != null) clock.set(Instant.parse(at));
    jobs.run(at == null);
    return Map.of();
  }

  private static Order orderOf(Map<String, Object> body) {
    if (body.containsKey("card")) throw new Refusal(501, "this shop takes no cards");
    if (body.containsKey("instrument_of")) throw new Refusal(501, "this shop stores no instruments");
    Order order = new Order();
    order.reference = required(body, "reference");
    order.customer = Json.text(body.get("customer"));
    order.amount = amount(body);
    order.currency = currency(body);
    order.payway = required(body, "payway");
    order.description = Json.text(body.get("description"));
    order.hold = "hold".equals(body.get("mode"));
    return order;
  }

  private Refund refund(Order order, Map<String, Object> body) {
    if (body.get("currency") != null && currency(body) != order.currency) throw new Refusal(422, "another currency");
    return refunds.create(order, amount(body));
  }

  private static Payout payoutOf(Map<String, Object> body) {
    Payout payout = new Payout();
    payout.reference = required(body, "reference");
    payout.customer = Json.text(body.get("customer"));
    payout.amount = amount(body);
    payout.amountType = required(body, "amount_type");
    if (!List.of("ps_amount", "shop_amount").contains(payout.amountType)) throw new Refusal(501, "unknown amount_type");
    payout.currency = currency(body);
    payout.payway = required(body, "payway");
    payout.account = required(body, "account");
    payout.accountDetails = body.get("account_details") == null ? null : Json.object(body.get("account_details"));
    payout.description = Json.text(body.get("description"));
    return payout;
  }

  private static String required(Map<String, Object> body, String name) {
    String text = Json.text(body.get(name));
    if (text == null || text.isEmpty()) throw new Refusal(422, name + " is missing");
    return text;
  }

  private static BigDecimal amount(Map<String, Object> body) {
    if (!required(body, "amount").matches("-?[0-9]{1,20}(\\.[0-9]{1,20})?")) throw new Refusal(422, "no amount");
    return new BigDecimal(required(body, "amount"));
  }

  private static int currency(Map<String, Object> body) {
    BigDecimal currency = Json.decimal(body.get("currency"));
    if (currency == null) throw new Refusal(422, "no currency");
    return currency.intValue();
  }

  private Order order(String id) {
    synchronized (store) {
      return existing(store.orders.get(id));
    }
  }

  private static <T> T existing(T found) {
    if (found == null) throw new Refusal(404, "not found");
    return found;
  }

  /** What was booked comes from the ledger, and never from the state. */
  private Map<String, Object> view(Order order) {
    List<Entry> credits = store.entries(Entry.Kind.CREDIT, order.id);
    BigDecimal refunded = Store.sum(store.entries(Entry.Kind.REFUND, order.id)).negate();
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("order_id", order.id);
    view.put("reference", order.reference);
    view.put("shop_order_id", order.id);
    view.put("state", order.state == Order.State.PAID ? paidState(order, refunded) : word(order.state));
    view.put("amount", order.amount.toPlainString());
    view.put("currency", order.currency);
    view.put("credited", Store.sum(credits).toPlainString());
    view.put("credits", credits.size());
    view.put("refunded", refunded.toPlainString());
    view.put("redirect", order.redirect);
    view.put("error", order.error);
    return view;
  }

  private static String paidState(Order order, BigDecimal refunded) {
    if (refunded.signum() == 0) return "paid";
    return refunded.compareTo(order.amount) < 0 ? "partially_refunded" : "refunded";
  }

  private static Map<String, Object> view(Refund refund) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("refund_id", refund.id);
    view.put("amount", refund.amount.toPlainString());
    view.put("state", word(refund.state));
    view.put("error", refund.error);
    return view;
  }

  private Map<String, Object> view(Payout payout) {
    List<Entry> entries = store.entries(entry -> entry.of.equals(payout.id));
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("payout_id", payout.id);
    view.put("reference", payout.reference);
    view.put("shop_payment_id", payout.shopPaymentId);
    view.put("state", word(payout.state));
    view.put("debited", Store.sum(entries).negate().toPlainString());
    view.put("error", payout.error);
    return view;
  }

  private static String word(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static Reply refused(int status, String message) {
    return Reply.json(status, new HashMap<>(Map.of("error", Orders.error(message))));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
