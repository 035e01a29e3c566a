// Sends a body twice to one address with net/http, as it comes: client URL < body
// Prints each answer as a line of JSON.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func post(url string, body []byte) error {
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	fmt.Printf("{\"status\":%d,\"body\":%s}\n", response.StatusCode, bytes.TrimSpace(text))
	return err
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	for i := 0; i < 2 && err == nil; i++ {
		err = post(os.Args[1], body)
	}
	if err != nil {
		log.Fatal(err)
	}
}
