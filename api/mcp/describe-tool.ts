import {type TObject, type TProperties, Type} from 'typebox';
import {successBody} from '../pipeline/validate.ts';
import type {Tool} from './define-tool.ts';

/** What a tool answers that could not wait for its job. */
const processing = {
	status: Type.Optional(
		Type.Literal('processing', {description: 'The work goes on: call again with the same arguments to get its result.'}),
	),
	message: Type.Optional(Type.String({description: 'What to do next.'})),
};

/** The tool as `tools/list` shows it: schemas as its operation has them. */
export function describeTool(tool: Tool) {
	const {name, title, operation, hints} = tool;
	return {
		name,
		title,
		description: descriptionOf(tool),
		inputSchema: operation.input,
		...(!tool.picture && {outputSchema: outputSchema(tool)}),
		annotations: {
			title,
			readOnlyHint: hints.readOnly,
			destructiveHint: hints.destructive,
			idempotentHint: hints.idempotent,
			openWorldHint: hints.openWorld,
		},
	};
}

function descriptionOf({operation, use}: Tool): string {
	const {summary, description = '', scopes} = operation;
	return [`${summary}.`, description, use, `Permission: ${scopes.join(' and ')}.`].filter(Boolean).join(' ');
}

/** One object without a choice at its root: where a tool has several answers, each of their properties is optional. */
function outputSchema({operation, long}: Tool): TObject {
	const bodies = Object.values(operation.success).map(({body}) => body);
	if (bodies.length === 1 && !long) return successBody(bodies[0]!);
	const properties = Object.assign({}, ...bodies.map(({properties}) => properties)) as TProperties;
	const optional = Object.entries({...properties, ...(long && processing)}).map(([name, schema]) => [name, Type.Optional(schema)]);
	return successBody(Type.Object(Object.fromEntries(optional)));
}
