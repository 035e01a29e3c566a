# Sends a body twice to one address with a library of Ruby: client.rb LIBRARY URL < body
# Prints each answer as a line of JSON.
require 'net/http'

library, url = ARGV
body = $stdin.read
headers = { 'Content-Type' => 'application/json' }

def show(status, text)
  puts %({"status":#{status},"body":#{text.strip}})
end

if library == 'faraday'
  require 'faraday'
  connection = Faraday.new
  2.times do
    answer = connection.post(url, body, headers)
    show answer.status, answer.body
  end
else
  uri = URI(url)
  Net::HTTP.start(uri.host, uri.port) do |http|
    2.times do
      answer = http.post(uri.path, body, headers)
      show answer.code, answer.body
    end
  end
end
