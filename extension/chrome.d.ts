/** The parts of Chrome's interface for extensions that are used here. */
type ChromeSender = {
	url?: string;
	tab?: {id?: number; windowId: number; openerTabId?: number};
	frameId?: number;
	documentId?: string;
	documentLifecycle?: 'prerender' | 'active' | 'cached' | 'pending_deletion';
};
type ChromeEvent<T extends (...given: never[]) => unknown> = {addListener(listener: T): void};

declare const chrome: {
	runtime: {
		getURL(path: string): string;
		sendMessage(message: unknown): Promise<unknown>;
		onMessage: ChromeEvent<(message: never, sender: ChromeSender, respond: (value: unknown) => void) => boolean | undefined>;
	};
	tabs: {
		create(tab: {url: string}): Promise<unknown>;
		query(query: {
			active?: boolean;
			currentWindow?: boolean;
		}): Promise<Array<{id?: number; windowId: number; title?: string; url?: string}>>;
		get(tab: number): Promise<{active: boolean; windowId: number}>;
		setZoom(tab: number, factor: number): Promise<void>;
		sendMessage(tab: number, message: unknown, options?: {documentId: string}): Promise<unknown>;
		onUpdated: ChromeEvent<(tab: number, change: {status?: string}) => void>;
		captureVisibleTab(window: number, options: {format: 'png'}): Promise<string>;
	};
	webNavigation: {
		getAllFrames(page: {
			tabId: number;
		}): Promise<Array<{documentId: string; documentLifecycle: ChromeSender['documentLifecycle']; errorOccurred: boolean}> | null>;
	};
	scripting: {
		executeScript(injection: {target: {tabId: number; allFrames: boolean}; files: string[]}): Promise<unknown>;
		registerContentScripts(scripts: object[]): Promise<void>;
		unregisterContentScripts(filter: {ids: string[]}): Promise<void>;
	};
	storage: Record<
		'local' | 'session',
		{
			get(key: string): Promise<Record<string, unknown>>;
			set(values: object): Promise<void>;
			remove(key: string): Promise<void>;
			setAccessLevel(level: {accessLevel: 'TRUSTED_CONTEXTS'}): Promise<void>;
			onChanged: ChromeEvent<() => void>;
		}
	>;
	identity: {
		getRedirectURL(path: string): string;
		launchWebAuthFlow(details: {url: string; interactive: boolean}): Promise<string | undefined>;
	};
	permissions: {request(wanted: {origins: string[]}): Promise<boolean>; contains(wanted: {origins: string[]}): Promise<boolean>};
	action: {setBadgeText(badge: {text: string}): Promise<void>; setBadgeBackgroundColor(badge: {color: string}): Promise<void>};
	i18n: {getUILanguage(): string};
};
