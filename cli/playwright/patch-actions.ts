import {AsyncLocalStorage} from 'node:async_hooks';
import type {Keyboard, Locator, Page} from '@playwright/test';
import type {Doing} from '../recorder/plan-actions.ts';

type Method = (this: object, ...given: unknown[]) => Promise<unknown>;
type Values = Record<string, unknown>;
/** Reads the action from a method's arguments; null if there is nothing to show. */
type Reading = (given: unknown[]) => Act | null;
/** `point`: in the element. `isAppended`: to what is in the field. `setsChecked`: does nothing where it is so already. */
export type Act = {
	doing: Without<Doing, 'element'>;
	point?: {x: number; y: number};
	isAppended?: boolean;
	setsChecked?: boolean;
	/** The element onto which it is dragged. */
	onto?: Locator | string;
	isFile?: boolean;
};
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const click: Reading = ([options]) => {
	const {button, clickCount, position, trial, modifiers} = valuesOf(options) as {
		button?: string;
		modifiers?: string[];
		clickCount?: number;
		position?: {x: number; y: number};
		trial?: boolean;
	};
	if (trial) return null;
	const type = (clickCount ?? 1) > 1 ? 'doubleClick' : 'click';
	return {doing: type === 'click' ? {type, isSecondary: button === 'right', held: modifiers} : {type}, point: position};
};
const drag: Reading = ([onto, options]) =>
	valuesOf(options).trial ? null : {doing: {type: 'drag', onto: ''}, onto: onto as Locator | string};
const check =
	(isChecked: boolean): Reading =>
	([options]) =>
		valuesOf(options).trial ? null : {doing: {type: 'click'}, setsChecked: isChecked};

/** Hears of actions just before they are done. */
type Watcher = {
	before(target: Locator, act: Act, timeout: number | undefined): Promise<void>;
	beforeKeys(keyboard: Keyboard, keys: string[], type: KeysType): Promise<void>;
};

/** Methods that are done to an element, without it. Locators have them, and pages with a selector before. */
const METHODS: Record<string, Reading> = {
	click,
	tap: click,
	dragTo: drag,
	dragAndDrop: drag,
	dblclick: ([options]) => (valuesOf(options).trial ? null : {doing: {type: 'doubleClick'}}),
	hover: ([options]) => (valuesOf(options).trial ? null : {doing: {type: 'hover'}}),
	check: check(true),
	uncheck: check(false),
	setChecked: ([isChecked, options]) => check(Boolean(isChecked))([options]),
	fill: ([value]) => ({doing: {type: 'change', value: String(value)}}),
	clear: () => ({doing: {type: 'change', value: ''}}),
	type: ([text]) => ({doing: {type: 'change', value: String(text)}, isAppended: true}),
	pressSequentially: ([text]) => ({doing: {type: 'change', value: String(text)}, isAppended: true}),
	press: ([key]) => ({doing: {type: 'keys', keys: [String(key)]}}),
	selectOption: ([values]) => ({doing: {type: 'change', value: chosen(values)}}),
	setInputFiles: () => ({doing: {type: 'click'}, isFile: true}),
};
/** `keyDown`, `keyUp`: a key that is held from then on, and let go. */
export type KeysType = 'keys' | 'keyDown' | 'keyUp';
/** A keyboard types these by their keys. */
const NAMED: Record<string, string> = {'\n': 'Enter', '\r': 'Enter', '\t': 'Tab'};
const KEYS: Record<string, {type: KeysType; of(text: string): string[]}> = {
	press: {type: 'keys', of: key => [key]},
	type: {type: 'keys', of: text => Array.from(text, letter => NAMED[letter] ?? letter)},
	insertText: {type: 'keys', of: text => [...text]},
	down: {type: 'keyDown', of: key => [key]},
	up: {type: 'keyUp', of: key => [key]},
};

/** True inside a method of Playwright, whose own calls are part of an action already seen. */
const within = new AsyncLocalStorage<true>();

/** Tells the watcher what is done by locators, pages and keyboards from now on. Returns what ends that. */
export function patchActions(page: Page, watcher: Watcher): () => void {
	const undo: Array<() => void> = [];
	const patch = (object: object, name: string, before: (self: object, given: unknown[]) => Promise<void>) => {
		const prototype = Object.getPrototypeOf(object) as Record<string, Method | undefined>;
		const original = prototype[name];
		if (!original) return;
		prototype[name] = function (...given) {
			if (within.getStore()) return original.apply(this, given);
			return within.run(true, async () => {
				await before(this, given);
				return original.apply(this, given);
			});
		};
		undo.push(() => {
			prototype[name] = original;
		});
	};
	for (const [name, read] of Object.entries(METHODS)) {
		patch(page.locator('html'), name, async (self, given) => {
			const act = read(given);
			if (act) await watcher.before(self as Locator, act, timeoutOf(given));
		});
		patch(page, name, async (self, [selector, ...given]) => {
			const act = read(given);
			if (act) await watcher.before((self as Page).locator(String(selector)).first(), act, timeoutOf(given));
		});
	}
	for (const [name, {type, of}] of Object.entries(KEYS))
		patch(page.keyboard, name, (self, [text]) => watcher.beforeKeys(self as Keyboard, of(String(text)), type));
	return () => {
		for (const restore of undo) restore();
	};
}

/** Runs work of the package itself without recording it. */
export function unseen<T>(work: () => Promise<T>): Promise<T> {
	return within.run(true, work);
}

function timeoutOf(given: unknown[]): number | undefined {
	const {timeout} = valuesOf(given.at(-1));
	return typeof timeout === 'number' ? timeout : undefined;
}

function chosen(values: unknown): string {
	return [values]
		.flat()
		.map(value => (typeof value === 'string' ? value : (valuesOf(value).label ?? valuesOf(value).value ?? '')))
		.join(', ');
}

function valuesOf(value: unknown): Values {
	return typeof value === 'object' && value !== null ? (value as Values) : {};
}
