export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the day of the service's calendar, UTC, as YYYY-MM-DD. */
export function utcDay(time: number | Date): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** Fixed limits that callers meet. Those that an operator may raise are in `config.ts`, retention times in `retention.ts`. */
export const LIMITS = {
	tourName: 200,
	/** Tours that the statistics of an account name one by one; its sums are of all. */
	mostViewed: 30,
	/** Code points of a search for tours. */
	search: 200,
	publishTitle: 200,
	instructions: 1000,
	cardTitle: 120,
	cardText: 600,
	buttonLabel: 120,
	whatsappMessage: 1000,
	consentText: 5000,
	/** Code points of the words that name an element of a screenshot. */
	targetText: 200,
	targetNth: 1000,
	elementsDefault: 50,
	elementsMax: 400,
	linkUrl: 2048,
	fileName: 255,
	languageCode: 35,
	sceneMin: 1,
	sceneMax: 99,
	/** Factors by which a picture may be enlarged around its target. */
	zoomMin: 1,
	zoomMax: 4,
	stepsPerTour: 500,
	/** Buttons of a balloon, and hotspots of a picture. */
	buttonsPerStep: 4,
	hotspotsPerStep: 6,
	actionLabel: 40,
	chapterTitle: 80,
	/** Rectangles of a picture that one call redacts. */
	redactionAreas: 50,
	/** Changes of a tour in one call. */
	editsAtOnce: 100,
	/** Deleted steps that a tour remembers, to be put back whole. */
	removedSteps: 100,
	/** Clients for which a tour remembers the last change that it has received. */
	knownWriters: 50,
	pageSizeDefault: 50,
	pageSizeMax: 200,
	idempotencyKeyMin: 8,
	idempotencyKeyMax: 128,
	/** Faults reported in one response at most. */
	faults: 100,
	/** Bytes of one image as received. */
	imageBytes: 15 * 1024 * 1024,
	/** Pixels of one image. */
	imagePixels: 50_000_000,
	/** Bytes of a published tour: the page, the largest variant of each step's image, the audio. */
	tourBytes: 12 * 1024 * 1024,
	/** Bytes of a JSON body, and of one that may carry an image as base64. */
	bodyBytes: 1024 * 1024,
	imageBodyBytes: 22 * 1024 * 1024,
	/**
	 * Values of a JSON body: 500 steps with 100 values each, as with six hotspots; more would keep others waiting.
	 * `test/schemas.test.ts` knows how many an operation can need.
	 */
	jsonValues: 50_000,
	/** Levels of a JSON body: three of an agent's envelope, five of the deepest input, and as many again for the future. */
	jsonDepth: 32,
	/** Bytes of a property's name. */
	jsonNameBytes: 1000,
	/** Pairs of words that one call replaces. */
	replacementsAtOnce: 20,
	/** Code points of a text to replace: beyond 250 characters a search takes time in proportion to the length. */
	replacedWords: 200,
	/** Steps that one picture shows. */
	stepsOnSheet: 12,
	mediaBatch: 100,
	email: 254,
	personName: 200,
	keyName: 200,
	/** Code points of a password. */
	passwordMin: 10,
	passwordMax: 256,
	/** Export options in one call. */
	exportOptions: 30,
	versionName: 200,
	/** Images that one document names by URL; each takes a second on a bad day. */
	imagesByUrl: 20,
	/** Bytes of a body that is a whole tour: 6 KB for each of 500 steps. */
	documentBodyBytes: 3 * 1024 * 1024,
	/** Bytes of a bundle as it is sent, and of all that is in it. */
	bundleBytes: 256 * 1024 * 1024,
	/** Files of a bundle: a picture and some languages of narration for each step. */
	bundleFiles: 3000,
	/** How long a synchronous call waits for its job before it returns 429 or 503. */
	waitMs: 25_000,
	/**
	 * The longest wait of an MCP tool for its job: clients give up after a minute, so the response must be
	 * on its way before. No call waits longer.
	 */
	mcpWaitMs: 50_000,
} as const;

/** Pattern that requires a visible character. The search stops at the first one, so long texts take no longer. */
export const NOT_BLANK = String.raw`[^\s\u00ad\u115f\u1160\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]`;
