/** The shop itself says no, before it asks the gateway. The status is that of HTTP. */
final class Refusal extends RuntimeException {
  final int status;

  Refusal(int status, String message) {
    super(message);
    this.status = status;
  }
}
