import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/** Reads the settings from the environment, puts the shop together and starts it. */
public final class Shop {
  private static final int MAX_BODY = 1 << 20;

  private Shop() {}

  private interface Handler {
    Reply answer(HttpExchange exchange, byte[] body) throws Exception;
  }

  public static void main(String[] arguments) throws IOException {
    long shopId = Long.parseLong(setting("SHOP_ID"));
    Clock clock = new Clock();
    Signature signature = new Signature(setting("SHOP_KEY"));
    long readTimeoutMs = Long.parseLong(System.getenv().getOrDefault("READ_TIMEOUT_MS", "10000"));
    Gateway gateway = new Gateway(setting("PAY_URL"), shopId, signature, clock, readTimeoutMs);
    Store store = new Store(Path.of(setting("JOURNAL")));
    Orders orders = new Orders(store, gateway, clock, shopId);
    Refunds refunds = new Refunds(store, gateway, clock, shopId);
    Payouts payouts = new Payouts(store, gateway, clock);
    Jobs jobs = new Jobs(store, orders, refunds, payouts, clock);
    Notifications notifications = new Notifications(signature, orders, refunds);

    // Without it each answer waits for the acknowledgement of its headers, about 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    int port = Integer.parseInt(setting("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
    server.setExecutor(Executors.newCachedThreadPool());
    serve(server, "/health", (exchange, body) -> Reply.text(200, "OK"));
    serve(server, "/payments/notify", notifications::receive);
    String token = System.getenv("TEST_TOKEN");
    if (token != null) {
      TestInterface test = new TestInterface(token, store, orders, refunds, payouts, jobs, clock);
      serve(server, "/test/", test::answer);
    }
    server.start();
    jobs.start();
    System.out.println("listening on port " + port);
  }

  /** An error of the shop is a plain 500, without details. */
  private static void serve(HttpServer server, String path, Handler handler) {
    server.createContext(path, exchange -> {
      try (exchange) {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        Reply reply = body.length > MAX_BODY ? Reply.text(413, "too large") : answer(handler, exchange, body);
        reply.send(exchange);
      }
    });
  }

  private static Reply answer(Handler handler, HttpExchange exchange, byte[] body) {
    try {
      return handler.answer(exchange, body);
    } catch (Exception e) {
      e.printStackTrace();
      return Reply.text(500, "error");
    }
  }

  private static String setting(String name) {
    String value = System.getenv(name);
    if (value == null) throw new IllegalStateException(name + " is not set");
    return value;
  }
}
