/** The parts of a browser's driver that the recorder uses: those that Puppeteer and Playwright share. */

export type AnyFrame = {
	evaluate<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
	url(): string;
	parentFrame(): AnyFrame | null;
	/** The element that shows it; null for the page itself. */
	frameElement(): Promise<AnyHandle | null>;
};

export type AnyHandle = {
	evaluate<R>(work: (element: Element) => R | Promise<R>): Promise<R>;
	dispose(): Promise<void>;
};

export type AnyPage = {
	mainFrame(): AnyFrame;
	frames(): AnyFrame[];
};

/** Events, whose names are equal in both drivers. */
export type AnyEvents = {
	on(event: string, listener: (subject: object) => void): unknown;
};

/** The current activity of a page. */
export type Activity = {
	/** Requests under way, with the moment at which each began (milliseconds). */
	requests: Map<object, number>;
	/** True after a wait in vain: the page always has something under way. */
	isRestless: boolean;
	/** Time of the last move to another document. */
	navigatedAt: number;
};

/** Watches a page from now on. */
export function watchActivity(page: AnyPage & AnyEvents): Activity {
	const requests = new Map<object, number>();
	const activity: Activity = {requests, isRestless: false, navigatedAt: 0};
	page.on('request', request => {
		// These stay open for as long as the page does.
		if (!/^(?:eventsource|websocket|ping)$/.test((request as {resourceType(): string}).resourceType())) requests.set(request, Date.now());
	});
	page.on('requestfinished', request => requests.delete(request));
	page.on('requestfailed', request => requests.delete(request));
	page.on('framenavigated', frame => {
		if (frame !== page.mainFrame()) return;
		activity.navigatedAt = Date.now();
		activity.isRestless = false;
	});
	return activity;
}
