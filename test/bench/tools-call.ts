import {Agent, request} from 'node:http';
import {requirePort} from '../../infra/servers/free-port.ts';
import {startProcess} from '../helpers/processes.ts';
import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, sized, timed} from './figures.ts';

const TIMES = sized(2000, 100);
/** A server that has run for a while: the libraries of the protocol are much code to warm up. */
const WARM_UP = sized(4000, 200);
const GOAL = 1.5;

/** What every message of revision 2026-07-28 carries. */
const META = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientInfo': {name: 'bench', version: '1'},
	'io.modelcontextprotocol/clientCapabilities': {},
};

/** An agent's get_tour of ten steps, in either revision, against the REST call that returns the same: one call after another, from sending to the last byte. */
export async function benchToolsCall(): Promise<Measured[]> {
	const service = await startService({}, {workers: false});
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	for (let i = 0; i < 10; i++) {
		await ana('POST', `/v1/tours/${tour.id}/steps`, {
			body: {title: `Step ${i}`, text: 'Press the button that stands at the right of the list.', click: {x: 0.5, y: 0.5}},
		});
	}
	const port = await requirePort('127.0.0.1', 0);
	const baseUrl = `http://127.0.0.1:${port}`;
	const api = await startProcess('api/main.ts', {...service.env, PORT: String(port), BASE_URL: baseUrl});
	const agent = new Agent({keepAlive: true, maxSockets: 1});
	const authorization = `Bearer ${ana.key}`;
	const message = (params: object) => JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/call', params});
	const params = {name: 'get_tour', arguments: {id: tour.id}};
	const headers = {authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream'};
	const modern = {...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get_tour'};
	const endpoints = {
		rest: () => call(agent, `${baseUrl}/v1/tours/${tour.id}`, 'GET', {authorization}),
		'2025-11-25': () => call(agent, `${baseUrl}/mcp`, 'POST', headers, message(params)),
		'2026-07-28': () => call(agent, `${baseUrl}/mcp`, 'POST', modern, message({...params, _meta: META})),
	};
	const rounds: Array<Record<keyof typeof endpoints, number>> = [];
	for (let i = 0; i < TIMES + WARM_UP; i++) {
		const round = {
			rest: await timed(endpoints.rest),
			'2025-11-25': await timed(endpoints['2025-11-25']),
			'2026-07-28': await timed(endpoints['2026-07-28']),
		};
		if (i >= WARM_UP) rounds.push(round);
	}
	agent.destroy();
	await api.kill('SIGTERM');
	await service.stop();
	const typical = (endpoint: keyof typeof endpoints) => median(rounds.map(round => round[endpoint]));
	return (['2025-11-25', '2026-07-28'] as const).map(revision => {
		const ratio = typical(revision) / typical('rest');
		return {
			what: `tools/call of get_tour, revision ${revision}, against GET tour`,
			ours: ms(typical(revision)),
			bare: ms(typical('rest')),
			ratio,
			goal: `<= ${GOAL}`,
			met: ratio <= GOAL,
		};
	});
}

/** Throws where the response is not a 200. */
function call(agent: Agent, url: string, method: string, headers: Record<string, string>, body?: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const sent = request(
			url,
			{agent, method, headers: {...headers, ...(body && {'content-length': Buffer.byteLength(body)})}},
			response => {
				response.resume();
				response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}.`))));
			},
		);
		sent.on('error', reject);
		sent.end(body);
	});
}
