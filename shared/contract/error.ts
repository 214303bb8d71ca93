import {type Static, Type} from 'typebox';
import {Closed} from './schema.ts';

export const Fault = Closed(
	{
		field: Type.String({description: 'JSON path into the body (steps[0].highlight.x), a query or path parameter, or a header.'}),
		message: Type.String({description: 'What is wrong.'}),
		hint: Type.String({description: 'What would be right.'}),
	},
	{title: 'Fault', description: 'Something that is wrong with the request.'},
);
export type Fault = Static<typeof Fault>;

export const ErrorBody = Closed(
	{
		ok: Type.Literal(false),
		error: Type.String({description: 'snake_case identifier; an open set.'}),
		message: Type.String(),
		errors: Type.Optional(Type.Array(Fault)),
	},
	{title: 'Error', description: 'Every error has this shape.'},
);
export type ErrorBody = Static<typeof ErrorBody>;
