/** Mistakes that SHOP_FAULT switches on, to show which check catches each. Your shop has no such class. */
final class Fault {
  private static final String NAME = System.getenv().getOrDefault("SHOP_FAULT", "");

  private Fault() {}

  static boolean is(String name) {
    return NAME.equals(name);
  }
}
