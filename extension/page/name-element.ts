import {computeAccessibleName, getRole} from 'dom-accessibility-api';
import {describeTarget, type Named} from '../../cli/recorder/describe-target.ts';
import {ownerOf, readFacts} from '../../cli/recorder/page/facts.ts';

export type {Box} from '../../cli/recorder/describe-target.ts';
export {type Facts, frameOrigin} from '../../cli/recorder/page/facts.ts';

/** Names an element and its kind, as the recorder does, but from roles and names that need no debugger. */
export function nameElement(element: Element): Named {
	const owner = ownerOf(element);
	const role = getRole(owner) ?? '';
	// A field for a password has no role, and a name all the same.
	const isNamed = role !== '' || owner.matches('input,textarea,select,[contenteditable],[aria-label],[aria-labelledby]');
	return describeTarget({role, name: isNamed ? computeAccessibleName(owner) : ''}, readFacts(element), readFacts(owner));
}
