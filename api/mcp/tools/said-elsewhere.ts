import {stepFields} from '../../../shared/contract/step.ts';
import type {Hints} from './define-tool.ts';

/** What a tool does to the world: reads alone, destroys, may be repeated, reaches beyond the service. */
export const hints = (readOnly: boolean, destructive: boolean, idempotent: boolean, openWorld: boolean): Hints => ({
	readOnly,
	destructive,
	idempotent,
	openWorld,
});

/** Arguments that another tool describes: a model reads of them once, and here what their names do not say. */
export const asInAddStep = {
	...Object.fromEntries(Object.keys(stepFields).map(name => [name, ''])),
	highlight: '0..1 of the image.',
	click: '0..1 of the image.',
	position: 'New index, from 0.',
	image: 'mediaId, url or base64.',
	target: 'Places highlight and click: text or pixels.',
};
export const keyAsInCreate = {idempotencyKey: 'As in create_tour.'};
