import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * All that the shop knows, in memory and in the journal. Code that reads or changes records holds its lock
 * (`synchronized (store)`), and does not call the gateway while it holds it.
 */
final class Store {
  final Map<String, Order> orders = new LinkedHashMap<>();
  final Map<String, Refund> refunds = new LinkedHashMap<>();
  final Map<String, Payout> payouts = new LinkedHashMap<>();
  private final List<Entry> ledger = new ArrayList<>();

  /** Ids of what the gateway is being asked to do right now: the jobs leave it alone until there is an outcome. */
  final Set<String> busy = ConcurrentHashMap.newKeySet();

  private final Journal journal;

  Store(Path path) throws IOException {
    journal = new Journal(path);
    journal.replay(this::put);
  }

  /** No other order, refund or payout has this id, also after a restart or on another machine. */
  static String newId() {
    return UUID.randomUUID().toString();
  }

  /** Saves new and changed records in one piece. When it returns, they survive whatever happens. */
  void save(Object... records) {
    for (Object each : records) put(each);
    journal.append(records);
  }

  private void put(Object saved) {
    if (saved instanceof Order order) orders.put(order.id, order);
    else if (saved instanceof Refund refund) refunds.put(refund.id, refund);
    else if (saved instanceof Payout payout) payouts.put(payout.id, payout);
    else ledger.add((Entry) saved);
  }

  List<Entry> entries(Predicate<Entry> wanted) {
    return ledger.stream().filter(wanted).toList();
  }

  List<Entry> entries(Entry.Kind kind, String of) {
    return entries(entry -> entry.kind == kind && entry.of.equals(of));
  }

  BigDecimal balance(String customer) {
    return sum(entries(entry -> customer.equals(entry.customer)));
  }

  static BigDecimal sum(List<Entry> entries) {
    return entries.stream().map(entry -> entry.amount).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
