import {type TObject, Type} from 'typebox';
import type {Fault} from '../../shared/contract/error.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import type {Message} from './read-message.ts';

/** Names like `_meta` may stand beside these. */
const Named = Type.Object({name: Type.String({description: 'A name from the list.'}), arguments: Type.Optional(Type.Object({}))});
const Listed = Type.Object({cursor: Type.Optional(Type.String({description: 'The nextCursor of the page before.'}))});
const Client = Type.Object({name: Type.String(), version: Type.String()});

/** The form of each method's parameters. Left to the libraries, a wrong one would be an internal error (-32603) with the text of their validator. */
const PARAMS: Record<string, TObject> = {
	initialize: Type.Object({protocolVersion: Type.String(), capabilities: Type.Object({}), clientInfo: Client}),
	'tools/list': Listed,
	'tools/call': Named,
	'resources/list': Listed,
	'resources/templates/list': Listed,
	'resources/read': Type.Object({uri: Type.String({description: 'tour://{id}, or another uri of resources/list.'})}),
	'prompts/list': Listed,
	'prompts/get': Named,
};
const CHECKS = new Map(Object.entries(PARAMS).map(([method, schema]) => [method, compileSchema(schema)]));

/** Returns what is wrong with a message's parameters by their form alone; nothing for a method that is not known here. */
export function wrongParams({method, params = {}}: Message): Fault[] {
	return CHECKS.get(method as string)?.(params) ?? [];
}
