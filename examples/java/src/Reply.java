import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What the shop answers to an HTTP request. */
record Reply(int status, String contentType, String body) {
  static Reply text(int status, String body) {
    return new Reply(status, "text/plain", body);
  }

  static Reply json(int status, Object body) {
    return new Reply(status, "application/json", Json.write(body));
  }

  void send(HttpExchange exchange) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
