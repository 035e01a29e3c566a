<?php
// Sends a body twice to one address with curl or with streams: client.php LIBRARY URL < body
// Prints each answer as a line of JSON.
[, $library, $url] = $argv;
$body = stream_get_contents(STDIN);
$header = 'Content-Type: application/json';

$withCurl = function (CurlHandle $curl) use ($body, $header) {
    curl_setopt_array($curl, [CURLOPT_POSTFIELDS => $body, CURLOPT_HTTPHEADER => [$header], CURLOPT_RETURNTRANSFER => true]);
    $text = curl_exec($curl);
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $text];
};

$withStreams = function () use ($url, $body, $header) {
    $http = ['method' => 'POST', 'header' => $header, 'content' => $body, 'ignore_errors' => true];
    $text = file_get_contents($url, false, stream_context_create(['http' => $http]));
    return [explode(' ', $http_response_header[0])[1], $text];
};

$curl = $library === 'curl' ? curl_init($url) : null;
for ($i = 0; $i < 2; $i++) {
    [$status, $text] = $curl === null ? $withStreams() : $withCurl($curl);
    printf('{"status":%d,"body":%s}' . "\n", $status, trim($text));
}
