import {type TProperties, Type} from 'typebox';
import type {Fault} from '../../shared/contract/error.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import type {MethodName} from './context.ts';
import type {Message} from './read-message.ts';

type Check = (params: unknown) => Fault[];

// Members that are not named here, such as `_meta`, may stand beside these.
const named = checkOf({name: Type.String({description: 'A name from the list.'}), arguments: Type.Optional(Type.Object({}))});
const listed = checkOf({cursor: Type.Optional(Type.String({description: 'The nextCursor of the page before.'}))});

/** Checks of each method's parameters. Left to the libraries, a wrong one would be an internal error (-32603) with the text of their validator. */
const CHECKS: Record<MethodName | 'initialize', Check> = {
	initialize: checkOf({
		protocolVersion: Type.String(),
		capabilities: Type.Object({}),
		clientInfo: Type.Object({name: Type.String(), version: Type.String()}),
	}),
	'tools/list': listed,
	'tools/call': named,
	'resources/list': listed,
	'resources/templates/list': listed,
	'resources/read': checkOf({uri: Type.String({description: 'tour://{id}, or another uri of resources/list.'})}),
	'prompts/list': listed,
	'prompts/get': named,
};

/** Returns what is wrong with a message's parameters by their form alone; nothing for a method that is not known here. */
export function wrongParams({method, params = {}}: Message): Fault[] {
	return typeof method === 'string' && Object.hasOwn(CHECKS, method) ? CHECKS[method as MethodName](params) : [];
}

function checkOf(properties: TProperties): Check {
	return compileSchema(Type.Object(properties));
}
