import {setTimeout as sleep} from 'node:timers/promises';

/** How long a page may keep still before it counts as frozen, milliseconds: twenty times what one step may take. */
export const ANSWER_LIMIT_MS = 10_000;

/** Input by which a page cannot tell the driver from a person. */
export type Hands = {
	/** CSS pixels of the window. */
	move(x: number, y: number): Promise<void>;
	down(): Promise<void>;
	up(): Promise<void>;
	/** Presses these together, named as `KeyboardEvent.key` names them. */
	press(...keys: string[]): Promise<void>;
	type(text: string): Promise<void>;
	/** Gives a file input these files. */
	upload(selector: string, files: string[]): Promise<void>;
};

/** A browser that a walk goes through, whichever protocol drives it. */
export type Driven = {
	/** With its version. */
	name: string;
	/** Of what the page sees, CSS pixels. */
	resize(width: number, height: number): Promise<void>;
	/** Resolves once the page has loaded. */
	open(url: string): Promise<void>;
	/** Runs the body of a function in the page and returns what that returns (JSON). Throws a `Hang` where the page does not respond. */
	run<T>(script: string, args?: unknown[]): Promise<T>;
	/** Actions of a person with a mouse and a keyboard. */
	hands: Hands;
	/** PNG. */
	screenshot(): Promise<Buffer>;
	/** Ends the browser, also one that hangs. */
	close(): Promise<void>;
};

/** The page did not respond in time. */
export class Hang extends Error {
	constructor(milliseconds: number) {
		super(`The page did not answer within ${milliseconds} ms.`);
		this.name = 'Hang';
	}
}

/** Opens a tour. Resolves once its first step stands: some tasks after the page has loaded. */
export async function openTour(browser: Driven, url: string): Promise<void> {
	await browser.open(url);
	const deadline = Date.now() + ANSWER_LIMIT_MS;
	while (Date.now() < deadline && (await browser.run<boolean>("return document.documentElement.matches('.soon')"))) await sleep(20);
}
