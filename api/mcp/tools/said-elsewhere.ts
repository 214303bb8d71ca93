import {stepFields} from '../../../shared/contract/step.ts';

/** Arguments that another tool describes: these descriptions add only what the names do not tell. */
export const asInAddStep = {
	...Object.fromEntries(Object.keys(stepFields).map(name => [name, ''])),
	highlight: '0..1 of the image.',
	click: '0..1 of the image.',
	position: 'New index, from 0.',
	image: 'mediaId, url or base64.',
	target: 'Places highlight and click: text or pixels.',
};
export const keyAsInCreate = {idempotencyKey: 'As in create_tour.'};
