import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Asks the gateway about everything that is open, about every 30 seconds, until it is final. */
final class Jobs {
  static final Duration INTERVAL = Duration.ofSeconds(30);

  private final Store store;
  private final Orders orders;
  private final Refunds refunds;
  private final Payouts payouts;
  private final Clock clock;
  private final ExecutorService workers = Executors.newFixedThreadPool(8);

  Jobs(Store store, Orders orders, Refunds refunds, Payouts payouts, Clock clock) {
    this.store = store;
    this.orders = orders;
    this.refunds = refunds;
    this.payouts = payouts;
    this.clock = clock;
  }

  /** Looks every second for what is due. */
  void start() {
    Runnable tick = () -> {
      try {
        run(false);
      } catch (RuntimeException | InterruptedException e) {
        // An exception that gets out of here would end the schedule.
        System.err.println("jobs: " + e);
      }
    };
    Executors.newSingleThreadScheduledExecutor().scheduleWithFixedDelay(tick, 1, 1, TimeUnit.SECONDS);
  }

  /** Does what is due, or all there is, and returns when it has ended. Runs never overlap. */
  synchronized void run(boolean all) throws InterruptedException {
    List<Callable<Object>> work = new ArrayList<>();
    Instant next = clock.now().plus(INTERVAL);
    synchronized (store) {
      for (Order each : store.orders.values()) {
        boolean open = each.state == Order.State.PENDING || each.state == Order.State.HELD;
        if (!open || !isDue(each.id, each.nextAsk, all)) continue;
        each.nextAsk = next;
        work.add(job(() -> orders.follow(each)));
      }
      for (Refund each : store.refunds.values()) {
        if (each.state != Refund.State.PENDING || !isDue(each.id, each.nextAsk, all)) continue;
        each.nextAsk = next;
        work.add(job(() -> refunds.follow(each)));
      }
      for (Payout each : store.payouts.values()) {
        if (each.state != Payout.State.PENDING || !isDue(each.id, each.nextAsk, all)) continue;
        each.nextAsk = next;
        work.add(job(() -> payouts.follow(each)));
      }
    }
    workers.invokeAll(work);
  }

  /** What the gateway is being asked to do right now is left alone. After a start everything is due. */
  private boolean isDue(String id, Instant nextAsk, boolean all) {
    return !store.busy.contains(id) && (all || nextAsk == null || !nextAsk.isAfter(clock.now()));
  }

  private static Callable<Object> job(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (RuntimeException e) {
        System.err.println("jobs: " + e);
      }
      return null;
    };
  }
}
