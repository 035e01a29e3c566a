# Sends a body twice to one address with a library of Python, over one connection where the library can:
#   client.py LIBRARY URL < body
# Prints each answer as a line of JSON.
import http.client
import sys
import urllib.parse
import urllib.request

library, url = sys.argv[1:]
body = sys.stdin.buffer.read()
headers = {"Content-Type": "application/json"}


def with_urllib():
    request = urllib.request.Request(url, data=body, headers=headers)
    while True:
        with urllib.request.urlopen(request) as answer:
            yield answer.status, answer.read()


def with_http_client():
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port)
    while True:
        connection.request("POST", parts.path, body, headers)
        answer = connection.getresponse()
        yield answer.status, answer.read()


def with_requests():
    import requests

    session = requests.Session()
    while True:
        answer = session.post(url, data=body, headers=headers)
        yield answer.status_code, answer.content


def with_urllib3():
    import urllib3

    pool = urllib3.PoolManager()
    while True:
        answer = pool.request("POST", url, body=body, headers=headers)
        yield answer.status, answer.data


def with_httpx():
    import httpx

    client = httpx.Client()
    while True:
        answer = client.post(url, content=body, headers=headers)
        yield answer.status_code, answer.content


answers = {
    "urllib.request": with_urllib,
    "http.client": with_http_client,
    "requests": with_requests,
    "urllib3": with_urllib3,
    "httpx": with_httpx,
}[library]()
for _ in range(2):
    status, text = next(answers)
    print('{"status":%d,"body":%s}' % (status, text.decode().strip()))
