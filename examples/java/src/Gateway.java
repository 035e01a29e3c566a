import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.text.BreakIterator;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Signs requests, sends them once, and says what the gateway answered. */
final class Gateway {
  /** What the gateway answered; a code of 0 is success. */
  record Answer(int code, String message, Object data) {
    boolean ok() {
      return code == 0;
    }

    /** The communication about the operation ends (Errors 2). Every other code leaves the outcome open. */
    boolean fatal() {
      return code >= 1 && code <= 4;
    }

    /** The gateway knows no such invoice or payout. No list of the specification has this code. */
    boolean absent() {
      return code == 7;
    }

    /** The data as an object; an empty one where there is none. */
    Map<String, Object> record() {
      return Json.object(data);
    }
  }

  /** There is no usable answer: whether the gateway did what was asked for is unknown. */
  static final class NoAnswer extends Exception {
    NoAnswer(Throwable cause) {
      super(cause);
    }
  }

  private static final int UNKNOWN_CODE = -1;

  /** As it comes: it offers HTTP/2 (`Upgrade: h2c`) with each request, and gets an answer in HTTP/1.1. */
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final String baseUrl;
  private final long shopId;
  private final Signature signature;
  private final Clock clock;
  private final long readTimeoutMs;

  Gateway(String baseUrl, long shopId, Signature signature, Clock clock, long readTimeoutMs) {
    this.baseUrl = baseUrl;
    this.shopId = shopId;
    this.signature = signature;
    this.clock = clock;
    this.readTimeoutMs = readTimeoutMs;
  }

  /** Calls an operation whose signature covers these fields, `shop_id` among them, and `now` if it is. */
  Answer call(String operation, Map<String, Object> fields, String... signed) throws NoAnswer {
    Map<String, Object> body = new LinkedHashMap<>(fields);
    body.values().removeIf(value -> value == null);
    body.put("shop_id", shopId);
    if (List.of(signed).contains("now")) body.put("now", clock.now().toString());
    body.put("sign", signature.ofRequest(body, signed));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(baseUrl + "/" + operation))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))
            .build();
    // HttpRequest.timeout() ends with the headers of the answer: a body that does not come would be waited for.
    CompletableFuture<HttpResponse<byte[]>> response =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      Answer answer = read(Json.parseObject(response.get(readTimeoutMs, TimeUnit.MILLISECONDS).body()));
      System.out.println(operation + ": code " + answer.code());
      return answer;
    } catch (ExecutionException | TimeoutException | InterruptedException | IllegalArgumentException e) {
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      response.cancel(true);
      System.out.println(operation + ": no answer, " + e.getClass().getSimpleName());
      throw new NoAnswer(e);
    }
  }

  private static Answer read(Map<String, Object> envelope) {
    if (!(envelope.get("result") instanceof Boolean result)) throw new IllegalArgumentException("no result");
    if (result) return new Answer(0, null, envelope.get("data"));
    BigDecimal code = Json.decimal(envelope.get("error_code"));
    boolean known = code != null && code.intValue() > 0;
    return new Answer(known ? code.intValue() : UNKNOWN_CODE, Json.text(envelope.get("message")), null);
  }

  static void checkPayway(String payway) {
    if (!payway.matches("[A-Za-z_,\\[\\]]{1,150}")) throw new Refusal(422, "unknown payway");
  }

  /** A description of at most 255 characters, none of which is cut in half. */
  static String description(String text) {
    if (text == null || text.length() <= 255) return text;
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(text);
    return text.substring(0, characters.isBoundary(255) ? 255 : characters.preceding(255));
  }
}
