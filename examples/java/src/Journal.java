import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A file of changes, one line each: the records that changed, as JSON. A line is on the disk before append() returns,
 * and whole or not there: a kill in the middle of it leaves a line without an end, which is dropped at the next start.
 */
final class Journal {
  private static final List<Class<?>> KINDS = List.of(Order.class, Refund.class, Payout.class, Entry.class);

  private final FileChannel file;

  Journal(Path path) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (file.tryLock() == null) throw new IOException(path + " is in use by another shop");
    // The file's name is in its folder, and has to be on the disk as well.
    try (FileChannel folder = FileChannel.open(path.toAbsolutePath().getParent())) {
      folder.force(true);
    }
  }

  /** Gives every record as it was saved, the oldest first. */
  void replay(Consumer<Object> each) throws IOException {
    byte[] all = new byte[Math.toIntExact(file.size())];
    file.read(ByteBuffer.wrap(all), 0);
    int start = 0;
    for (int end = 0; end < all.length; end++) {
      if (all[end] != '\n') continue;
      List<?> line = (List<?>) Json.parse(Arrays.copyOfRange(all, start, end));
      for (Object saved : line) each.accept(read(Json.object(saved)));
      start = end + 1;
    }
    file.truncate(start);
    file.position(start);
  }

  /** Saves records together: all of them, or none. A shop that cannot save must not go on. */
  void append(Object... records) {
    List<Object> line = new ArrayList<>();
    for (Object each : records) line.add(write(each));
    ByteBuffer bytes = ByteBuffer.wrap((Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) file.write(bytes);
      file.force(false);
    } catch (IOException e) {
      System.err.println("the journal cannot be written: " + e.getMessage());
      Runtime.getRuntime().halt(1);
    }
  }

  private static Map<String, Object> write(Object saved) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("record", saved.getClass().getName());
    for (Field field : fieldsOf(saved.getClass())) {
      Object value = get(field, saved);
      boolean plain = value == null || value instanceof Map || value instanceof Boolean || value instanceof Integer;
      if (value != null) fields.put(field.getName(), plain ? value : value.toString());
    }
    return fields;
  }

  private static Object read(Map<String, Object> fields) {
    try {
      String name = Json.text(fields.get("record"));
      Class<?> kind = KINDS.stream().filter(each -> each.getName().equals(name)).findAny().orElseThrow();
      Object record = kind.getDeclaredConstructor().newInstance();
      for (Field field : fieldsOf(kind)) {
        Object value = fields.get(field.getName());
        if (value != null) field.set(record, convert(value, field.getType()));
      }
      return record;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object convert(Object value, Class<?> type) {
    if (type == int.class) return Integer.parseInt(value.toString());
    if (type == BigDecimal.class) return new BigDecimal(value.toString());
    if (type == Instant.class) return Instant.parse(value.toString());
    if (type.isEnum()) return Enum.valueOf((Class<? extends Enum>) type, value.toString());
    return value;
  }

  private static List<Field> fieldsOf(Class<?> kind) {
    return Arrays.stream(kind.getDeclaredFields())
        .filter(field -> !Modifier.isTransient(field.getModifiers()) && !field.isSynthetic())
        .toList();
  }

  private static Object get(Field field, Object saved) {
    try {
      return field.get(saved);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
