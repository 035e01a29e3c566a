import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** SHA-256 over the values in the order of their keys, joined by colons, with the secret at the end. */
final class Signature {
  private final String secret;

  Signature(String secret) {
    this.secret = secret;
  }

  /** The signature of a request over the fields that its operation lists. */
  String ofRequest(Map<String, Object> fields, String... signed) {
    Stream<String> values = Arrays.stream(signed).sorted().map(name -> fields.get(name).toString());
    return digest(values.collect(Collectors.joining(":")));
  }

  /** Whether the gateway signed these fields: all that came, but `sign`, nulls and empty texts. */
  boolean isGenuine(Map<String, Object> fields) {
    if (Fault.is("unsigned-believed")) return true;
    if (!(fields.get("sign") instanceof String sign)) return false;
    TreeMap<String, Object> signed = new TreeMap<>(fields);
    signed.remove("sign");
    signed.values().removeIf(value -> value == null || value.equals(""));
    String wanted = digest(signed.values().stream().map(Signature::textOf).collect(Collectors.joining(":")));
    // Takes as long for every wrong signature, so that nobody can find the right one by measuring.
    return MessageDigest.isEqual(bytes(wanted), bytes(sign));
  }

  private static String textOf(Object value) {
    return value instanceof Map || value instanceof List ? Json.write(value) : value.toString();
  }

  private String digest(String text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(text + secret)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
