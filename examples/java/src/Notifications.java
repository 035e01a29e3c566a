import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The address that the gateway calls. It answers OK when what the notification says is on the disk. */
record Notifications(Signature signature, Orders orders, Refunds refunds) {
  Reply receive(HttpExchange exchange, byte[] body) {
    if (!exchange.getRequestMethod().equals("POST")) return Reply.text(405, "POST only");
    Map<String, Object> fields;
    String type;
    try {
      String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
      boolean isForm = contentType != null && contentType.startsWith("application/x-www-form-urlencoded");
      fields = isForm ? form(Json.utf8(body)) : Json.parseObject(body);
      type = Json.text(form(exchange.getRequestURI().getRawQuery()).get("type"));
    } catch (IllegalArgumentException e) {
      return Reply.text(400, "not readable");
    }
    if (!signature.isGenuine(fields)) return Reply.text(403, "not genuine");
    // Other types may come some day, and mean nothing to this shop.
    if ("invoice".equals(type)) orders.notified(fields);
    if ("refund".equals(type)) refunds.notified(fields);
    return Reply.text(200, "OK");
  }

  /** The parameters of a form or a query, each of which may come once. */
  static Map<String, Object> form(String text) {
    Map<String, Object> fields = new HashMap<>();
    if (text == null || text.isEmpty()) return fields;
    for (String pair : text.split("&")) {
      String[] parts = pair.split("=", 2);
      Object before = fields.put(decode(parts[0]), parts.length == 2 ? decode(parts[1]) : "");
      if (before != null) throw new IllegalArgumentException("duplicate parameter");
    }
    return fields;
  }

  /** URLDecoder replaces what is not UTF-8: so it makes bytes here, and Json.utf8 is strict about them. */
  static String decode(String text) {
    return Json.utf8(URLDecoder.decode(text, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1));
  }
}
