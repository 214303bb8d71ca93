import {VERSION} from '../../shared/config/version.ts';
import {SCOPES} from '../../shared/contract/scopes.ts';
import {methodAndPath, type Operation, TAGS} from '../pipeline/operation.ts';
import {openComponents} from './components.ts';
import {readExamples} from './openapi-examples.ts';
import {openapiGuide, SUMMARY} from './openapi-guide.ts';
import {describeParameters, describeRequestBody} from './openapi-parameters.ts';
import {describeResponses, HEADERS, sharedResponses} from './openapi-responses.ts';

/** The OpenAPI 3.1 description, out of the same declarations that serve the calls. */
export function openapiDocument(operations: readonly Operation[], baseUrl: string) {
	const components = openComponents();
	const examples = readExamples(baseUrl);
	// Before all responses, so that what a request and a response share is described as a request has it.
	const requests = operations.map(operation => describeRequestBody(operation, components, examples[operation.name]));
	const shared = sharedResponses(operations, components, examples);
	const paths: Record<string, Record<string, unknown>> = {};
	for (const [index, operation] of operations.entries()) {
		const {method, path} = methodAndPath(operation);
		const {name, tag, summary, description, scopes} = operation;
		const example = examples[name];
		const described = {
			operationId: name,
			tags: [tag],
			summary,
			// Linters want one of each operation.
			description: description ?? `${summary}.`,
			'x-scopes': scopes,
			parameters: describeParameters(operation, components, example),
			...(requests[index] && {requestBody: requests[index]}),
			responses: describeResponses(operation, {components, shared, example}),
		};
		paths[`/v1${path}`] = {...paths[`/v1${path}`], [method.toLowerCase()]: described};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Roteiro',
			summary: SUMMARY,
			version: VERSION,
			description: openapiGuide(baseUrl),
			contact: {name: 'Operator of this service', url: baseUrl},
			license: {name: 'MIT', identifier: 'MIT'},
		},
		externalDocs: {description: 'The reference for people', url: `${baseUrl}/docs`},
		servers: [{url: baseUrl, description: 'This service'}],
		security: [{bearer: []}],
		tags: Object.entries(TAGS)
			.filter(([name]) => operations.some(operation => operation.tag === name))
			.map(([name, description]) => ({name, description})),
		paths,
		components: {
			securitySchemes: {bearer: bearer(baseUrl)},
			schemas: components.all(),
			responses: shared,
			headers: HEADERS,
		},
	};
}

function bearer(baseUrl: string) {
	const permissions = Object.entries(SCOPES).map(([name, grants]) => `${name} (${grants})`);
	return {
		type: 'http',
		scheme: 'bearer',
		description: `A personal API key, or the access token of an app that somebody has let in (OAuth 2.1: ${baseUrl}/.well-known/oauth-authorization-server). Permissions: ${permissions.join('; ')}.`,
	};
}
