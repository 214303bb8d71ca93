import {createServer, get, type IncomingMessage} from 'node:http';
import {buffer} from 'node:stream/consumers';

/** What the page is compared with: node:http alone, which returns status, headers and bytes of one URL out of its memory. */
const [, , port, url, headers] = process.argv;
const response = await new Promise<IncomingMessage>((resolve, reject) => {
	get(url!, {headers: JSON.parse(headers!)}, resolve).on('error', reject);
});
const bytes = await buffer(response);
const {date: _date, connection: _connection, 'keep-alive': _keepAlive, ...kept} = response.headers;
createServer((_request, response) => {
	response.writeHead(response.statusCode!, kept);
	response.end(bytes);
}).listen(Number(port), '127.0.0.1', () => console.log('serving'));
