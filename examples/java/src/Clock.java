import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time by which the shop does business. The test interface moves it; read timeouts stay on real time. */
final class Clock {
  private volatile Duration ahead = Duration.ZERO;

  Instant now() {
    return Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
  }

  void set(Instant at) {
    ahead = Duration.between(Instant.now(), at);
  }
}
