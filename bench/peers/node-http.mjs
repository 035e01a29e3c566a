// Bare node:http that verifies the signature and answers a fixed text: no validation, no state, no journal.
import { createServer } from 'node:http';
import { cannedAnswers, sign } from '../lib/requests.mjs';

const refused = '{"result":false,"message":"sign","error_code":7,"data":null}';

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const operation = request.url.slice('/gateway/v1/'.length);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const text = body.sign === sign(operation, body) ? cannedAnswers[operation] : refused;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
