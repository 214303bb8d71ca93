import type {Step} from '../../shared/contract/step.ts';
import type {TourListItem} from '../../shared/contract/tour.ts';
import {AppError} from '../../shared/errors.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {getTour, listToursOperation} from '../operations/tours.ts';
import type {Operation, StatusResponse} from '../pipeline/operation.ts';
import {type McpCall, type Method, type Params, RPC, rpcError} from './context.ts';
import {drawStep} from './tools/seen-step.ts';

const JSON_TYPE = 'application/json';

/** The account's tours, a page at a time; none for a credential that may not read them, which needs no error as long as it only looks around. */
export const listResources: Method = {
	operation: (_params, credential) => (mayReadTours(credential) ? listToursOperation : undefined),
	async run(call) {
		const {cursor} = call.params;
		if (!mayReadTours(call.credential)) return {resources: []};
		const {tours, nextCursor} = await read(listToursOperation, cursor === undefined ? {} : {cursor}, call);
		const resources = (tours as TourListItem[]).map(({id, name, stepCount, status}) => ({
			uri: tourUri(id),
			name: id,
			title: name,
			description: `Tour of ${stepCount} steps, ${status}.`,
			mimeType: JSON_TYPE,
		}));
		return {resources, ...(nextCursor !== null && {nextCursor})};
	},
};

function mayReadTours({scopes}: Credential): boolean {
	return scopes.includes('tours:read');
}

export const listResourceTemplates: Method = {
	run: () => ({
		resourceTemplates: [
			{
				uriTemplate: 'tour://{id}',
				name: 'tour',
				title: 'Tour',
				description: 'Steps, theme, opening form, closing card and published link, as get_tour answers them.',
				mimeType: JSON_TYPE,
			},
			{
				uriTemplate: 'tour://{id}/steps/{stepId}/image',
				name: 'step-image',
				title: "A step's screenshot",
				description: 'The screenshot with highlight and click drawn, 1024 pixels on its longest side.',
				mimeType: 'image/jpeg',
			},
		],
	}),
};

export const readResource: Method = {
	operation: ({uri}) => (parseUri(uri) ? getTour : undefined),
	async run(call) {
		const {uri} = call.params;
		const named = parseUri(uri);
		if (!named) throw unknownResource(uri);
		const {tour} = await read(getTour, {id: named.id}, call).catch(error => {
			throw error instanceof AppError && error.code === 'not_found' ? unknownResource(uri) : error;
		});
		if (!named.stepId) return {contents: [{uri, mimeType: JSON_TYPE, text: JSON.stringify(tour)}]};
		const step = (tour as {steps: Step[]}).steps.find(({id}) => id === named.stepId);
		const picture = step && (await drawStep(step, call));
		if (!picture) throw unknownResource(uri);
		return {contents: [{uri, mimeType: picture.mimeType, blob: picture.data}]};
	},
};

function tourUri(id: string): string {
	return `tour://${id}`;
}

function parseUri(uri: unknown): {id: string; stepId: string | undefined} | null {
	const [, id, stepId] = /^tour:\/\/([^/?#]{1,100})(?:\/steps\/([^/?#]{1,100})\/image)?$/.exec(String(uri)) ?? [];
	return id ? {id, stepId} : null;
}

async function read(
	operation: Operation,
	input: Params,
	{perform, credential, ip, admitted, turn}: McpCall,
): Promise<Record<string, unknown>> {
	const request = {credential, ip, admitted: await admitted, input: async () => input, ...(turn && {turn})};
	return ((await perform(operation, request)) as StatusResponse).body;
}

/** Makes the error for a resource that does not exist, is another account's, or is a step without a screenshot. */
function unknownResource(uri: unknown): Error {
	return rpcError(RPC.invalidParams, 'There is no such resource: tour://{id} and tour://{id}/steps/{stepId}/image of your own tours.', {
		uri,
	});
}
