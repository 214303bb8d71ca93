import type {CDPSession, ElementHandle} from 'puppeteer-core';
import {describeTarget, type Named} from './describe-target.ts';
import type {AnyFrame} from './driver.ts';
import {ownerOf, readFacts} from './page/facts.ts';
import {installInto} from './page/install.ts';

/** Returns the facts of an element, with accessible name and role as the browser sees them. */
export async function nameOf(handle: ElementHandle<Element>): Promise<Named> {
	const facts = await handle.evaluate(readFacts).catch(async () => {
		await installInto(handle.frame as unknown as AnyFrame);
		return handle.evaluate(readFacts);
	});
	const owner = (await handle.evaluateHandle(ownerOf)) as ElementHandle<Element>;
	const {objectId} = owner.remoteObject();
	const {client} = owner as unknown as {client: CDPSession};
	const {nodes} = await client.send('Accessibility.getPartialAXTree', {objectId, fetchRelatives: false});
	const node = nodes.find(({ignored}) => !ignored);
	const own = await owner.evaluate(readFacts);
	await owner.dispose();
	return describeTarget({role: String(node?.role?.value ?? ''), name: String(node?.name?.value ?? '')}, facts, own);
}
