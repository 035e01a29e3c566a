// Sends a body twice to one address with the HttpClient of the JDK, as it comes: Client URL < body
// Prints each answer as a line of JSON.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

class Client {
    public static void main(String[] arguments) throws Exception {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(arguments[0]))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(System.in.readAllBytes()))
            .build();
        for (int i = 0; i < 2; i++) {
            var answer = client.send(request, BodyHandlers.ofString());
            System.out.printf("{\"status\":%d,\"body\":%s}%n", answer.statusCode(), answer.body().strip());
        }
    }
}
