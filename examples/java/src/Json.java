import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Strict JSON. A number keeps the text that it was written with, because the gateway signs that text. */
final class Json {
  /** A number as it was written: 6.0 stays 6.0. */
  record Num(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final Pattern DECIMAL =
      Pattern.compile("-?(0|[1-9][0-9]{0,29})(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?");
  private static final int MAX_DEPTH = 50;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Objects become maps, arrays lists, numbers Num. Refuses duplicate keys and bytes that are not UTF-8. */
  static Object parse(byte[] bytes) {
    Json json = new Json(utf8(bytes));
    Object value = json.value(0);
    json.space();
    if (json.at < json.text.length()) throw json.bad("text after the value");
    return value;
  }

  static Map<String, Object> parseObject(byte[] bytes) {
    Object value = parse(bytes);
    if (value instanceof Map) return object(value);
    throw new IllegalArgumentException("not a JSON object");
  }

  /** The text of these bytes; String's own constructor would replace what is not UTF-8. */
  static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not UTF-8", e);
    }
  }

  /** The value as an object, or an empty one. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return value instanceof Map ? (Map<String, Object>) value : Map.of();
  }

  static String text(Object value) {
    return value instanceof String text ? text : null;
  }

  /**
   * The value of a number, or of a text that is one; null if it is neither. "04" is not a number in JSON. A number with
   * a large exponent is not accepted: arithmetic with it could use up all memory.
   */
  static BigDecimal decimal(Object value) {
    if (!(value instanceof String) && !(value instanceof Num)) return null;
    return DECIMAL.matcher(value.toString()).matches() ? new BigDecimal(value.toString()) : null;
  }

  /** Whether both are the same number, however it is written. */
  static boolean equal(Object value, BigDecimal number) {
    BigDecimal decimal = decimal(value);
    return decimal != null && decimal.compareTo(number) == 0;
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) throw bad("nested too deeply");
    space();
    return switch (peek()) {
      case '{' -> members(depth);
      case '[' -> elements(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> members(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    if (next('}')) return members;
    do {
      space();
      String key = string();
      if (members.containsKey(key)) throw bad("duplicate key");
      if (!next(':')) throw bad("no colon");
      members.put(key, value(depth + 1));
    } while (next(','));
    if (!next('}')) throw bad("no end of the object");
    return members;
  }

  private List<Object> elements(int depth) {
    List<Object> elements = new ArrayList<>();
    at++;
    if (next(']')) return elements;
    do elements.add(value(depth + 1)); while (next(','));
    if (!next(']')) throw bad("no end of the array");
    return elements;
  }

  private String string() {
    if (peek() != '"') throw bad("no text");
    StringBuilder string = new StringBuilder();
    for (at++; peek() != '"'; at++) {
      char c = peek();
      if (c < ' ') throw bad("control character or no end of the text");
      string.append(c == '\\' ? escaped() : c);
    }
    at++;
    return string.toString();
  }

  private char escaped() {
    at++;
    int simple = "\"\\/bfnrt".indexOf(peek());
    if (simple >= 0) return "\"\\/\b\f\n\r\t".charAt(simple);
    if (peek() != 'u' || at + 5 > text.length()) throw bad("unknown escape");
    String hex = text.substring(at + 1, at + 5);
    if (!hex.matches("[0-9a-fA-F]{4}")) throw bad("unknown escape");
    at += 4;
    return (char) Integer.parseInt(hex, 16);
  }

  private Num number() {
    Matcher matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) throw bad("no value");
    at = matcher.end();
    return new Num(matcher.group());
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw bad("no value");
    at += word.length();
    return value;
  }

  private boolean next(char wanted) {
    space();
    boolean found = peek() == wanted;
    if (found) at++;
    return found;
  }

  private void space() {
    while (" \t\r\n".indexOf(peek()) >= 0) at++;
  }

  /** The next character; NUL, which JSON has nowhere, at the end. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private IllegalArgumentException bad(String why) {
    return new IllegalArgumentException("JSON: " + why + " at " + at);
  }

  /** Compact JSON of maps, lists, texts, numbers, booleans and null. */
  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        out.append(separator);
        writeText(member.getKey().toString(), out);
        write(member.getValue(), out.append(':'));
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        write(element, out.append(separator));
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      writeText(text, out);
    } else {
      out.append(value);
    }
  }

  private static void writeText(String text, StringBuilder out) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }
}
