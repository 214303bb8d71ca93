import {delMany, keys} from 'idb-keyval';
import {render} from 'preact';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {m} from '../messages/index.ts';
import {journals} from '../saving/journal.ts';
import {Confirm} from '../shell/confirm.tsx';
import {account} from '../shell/session-data.ts';

/** Milliseconds for which signing out waits for what is being sent, and between two looks. */
const [WAIT_MS, LOOK_MS] = [2000, 100];

/**
 * Sends the form that signs the person out, which erases what this browser keeps of theirs: once all is sent, or they said that it may go. The
 * unsent work of others who use this browser stays.
 */
export async function signOut(form: HTMLFormElement): Promise<void> {
	const until = Date.now() + WAIT_MS;
	let kept = await keptNow();
	while (unsentTours(kept.own).size > 0 && Date.now() < until) {
		await new Promise(resolve => setTimeout(resolve, LOOK_MS));
		kept = await keptNow();
	}
	const leave = async () => {
		if (kept.others.length > 0) {
			await delMany(kept.own, journals);
			form.action += '?keep=others';
		}
		form.submit();
	};
	const {size} = unsentTours(kept.own);
	if (size === 0) return await leave();
	const place = document.body.appendChild(document.createElement('div'));
	const close = () => {
		render(null, place);
		place.remove();
	};
	const {title, hint} = words.leaving;
	render(<Confirm title={title} hint={hint(size)} button={m.nav.signOut} run={leave} close={close} />, place);
}

/** Names of what the browser keeps, `ACCOUNT TOUR …` behind the kind of what is no journal. */
async function keptNow(): Promise<{own: string[]; others: string[]}> {
	const names = await keys<string>(journals).catch(() => []);
	const {own = [], others = []} = Object.groupBy(names, name => (name.split(' ').includes(account.id) ? 'own' : 'others'));
	return {own, others};
}

/** Ids of the tours with changes or pictures that are not stored. Proposals of AI can be had again. */
function unsentTours(names: string[]): Set<string> {
	const unsent = names.filter(name => !name.startsWith('ai ')).map(name => name.split(' '));
	return new Set(unsent.map(parts => parts[parts.indexOf(account.id) + 1]!));
}
