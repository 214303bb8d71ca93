import {secureServiceUrl} from '../../client/sign-in.ts';
import type {extensionMessages} from '../../shared/locales/index.ts';
import type {Account} from '../background/kept.ts';
import type {Sending} from '../messages.ts';

type Words = ReturnType<typeof extensionMessages>;

// Draws the popup's view of sending.

/** Returns the least permissions that sending to a service needs; null for a bad URL, for which the worker gives the reason. */
export function originsOf(service: string): string[] | null {
	try {
		const {protocol, hostname} = new URL(secureServiceUrl(service));
		return [`${protocol}//${hostname}/*`];
	} catch {
		return null;
	}
}

/** Shows the progress while the worker sends. */
export function underWay(sending: Extract<Sending, {phase: 'signing-in' | 'sending'}>, words: Words): HTMLElement[] {
	const isSigningIn = sending.phase === 'signing-in';
	const text = element('p', {role: 'status', 'data-phase': sending.phase}, isSigningIn ? words.inWindow : words.sending);
	if (isSigningIn) return [text];
	const bar = element('progress', {'aria-label': words.sending, max: `${sending.total}`, value: `${sending.done}`});
	bar.title = words.sentOf(sending.done, sending.total);
	return [text, bar];
}

/** Moves the bar that is shown; returns false if there is none. */
export function moveBar({done, total}: Extract<Sending, {phase: 'sending'}>): boolean {
	const bar = document.querySelector('progress');
	if (!bar) return false;
	[bar.max, bar.value] = [total, done];
	return true;
}

/** True if this is shown already. */
export function isShown(sending: Sending | null): boolean {
	const shown = document.querySelector<HTMLElement>('[data-phase]')?.dataset.phase;
	return shown === (sending ? phaseOf(sending) : undefined);
}

function phaseOf(sending: Sending): string {
	return sending.phase === 'failed' ? `failed ${sending.fault} ${sending.detail}` : sending.phase;
}

type Given = {
	sending: Sending | null;
	account: Account | null;
	words: Words;
	go(service: string): Promise<void>;
	signOut(): Promise<void>;
};

/** Returns the result of the last sending, and the form to send: `first` stands before saving, `more` after it. */
export function sendingParts({sending, account, words, go, signOut}: Given): {first: HTMLElement[]; more: HTMLElement} {
	const host = account ? new URL(account.url).host : '';
	const isIn = Boolean(account?.tokens);
	const failed = sending?.phase === 'failed' ? sending : null;
	const first: HTMLElement[] = [];
	if (sending?.phase === 'sent')
		first.push(
			element('p', {role: 'status', 'data-phase': 'sent'}, words.sent),
			element('a', {class: 'button main', href: sending.url, target: '_blank'}, words.open),
		);
	else if (failed) {
		const line = alert([words.faults[failed.fault], failed.detail, words.kept].filter(Boolean).join(' '));
		line.dataset.phase = phaseOf(failed);
		first.push(line);
	}
	if (account && isIn && sending?.phase !== 'sent')
		first.push(button(failed ? words.again : words.sendTo(host), 'main', () => go(account.url)));
	// A slip is mended where it was made.
	const slip = failed && failed.service !== account?.url ? failed.service : '';
	const value = slip || (isIn ? '' : (account?.url ?? ''));
	const service = field(words.service, {type: 'url', placeholder: 'https://tours.example.org', value});
	const signIn = button(words.signIn, '', () => go(service.input.value.trim()));
	service.input.addEventListener('keydown', ({key}) => key === 'Enter' && signIn.click());
	const out = isIn ? [element('p', {}, words.signedInAt(host)), button(words.signOut, 'quiet', signOut)] : [];
	const more = element(
		'details',
		{},
		element('summary', {}, isIn ? words.another : words.send),
		element('div', {}, service.label, signIn, ...out),
	);
	// A person who was signed out, or whose address was wrong, goes on here.
	if (!isIn && (failed || account)) more.setAttribute('open', '');
	return {first, more};
}

export function element(name: string, attributes: Record<string, string>, ...inside: Array<Node | string>): HTMLElement {
	const made = document.createElement(name);
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
	made.append(...inside);
	return made;
}

export function button(words: string, look: string, press: () => unknown): HTMLButtonElement {
	const made = element('button', {type: 'button', class: look}, words) as HTMLButtonElement;
	made.addEventListener('click', () => void press());
	return made;
}

export function field(words: string, {value = '', ...attributes}: Record<string, string>): {label: HTMLElement; input: HTMLInputElement} {
	const input = element('input', attributes) as HTMLInputElement;
	input.value = value;
	return {label: element('label', {}, words, input), input};
}

/** Replaces everything that is shown by these elements. */
export function fill(...parts: HTMLElement[]): void {
	document.querySelector('main')!.replaceChildren(...parts);
}

export function alert(text: string): HTMLElement {
	return element('p', {role: 'alert'}, text);
}
