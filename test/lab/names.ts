/** A measurement or trial that is too long, or too loud, for `npm test`. */
export type Trial = {
	/** One sentence: what it does and what it prints. */
	does: string;
	/** Arguments that it takes, as a usage line has them. */
	takes?: string;
	/** File that Node runs, from the root of the project. */
	file: string;
	/** Arguments that come before the caller's. */
	before?: string[];
	/** Variables of its environment. */
	env?: Record<string, string>;
	/** Folder with a `package.json` whose packages are installed first. */
	installs?: string;
};

const TEST_RUN = 'infra/test-run.ts';

/** Every trial by the name that `npm run lab -- NAME` takes. */
export const TRIALS: Readonly<Record<string, Trial>> = {
	alerts: {
		does: 'Makes every alert fire and end against a real Prometheus, and asks every query of the dashboard.',
		takes: '[ALERT…]',
		file: 'test/alerts/main.ts',
	},
	bench: {
		does: 'Sets our paths beside the bare libraries that do the same, in turns, and prints ratios.',
		takes: '[NAME…] [--short] [--keep]',
		file: 'test/bench/main.ts',
	},
	browsers: {
		does: 'Walks through random tours, also such as fork, and the editor in WebKitGTK, Firefox ESR and Chromium.',
		takes: '[--seed N] [--tours N] [--only webkit,firefox,chromium] [--window 844x390] [--walk tours,editor]',
		file: 'test/browsers/main.ts',
	},
	clients: {
		does: 'Generates TypeScript clients from docs/openapi.json and makes a tour with each.',
		file: 'test/openapi/clients/main.ts',
	},
	covers: {
		does: 'Draws 2,000 covers and names each that breaks a word or cuts its title.',
		takes: '[--count N]',
		file: 'test/covers/main.ts',
	},
	exports: {
		does: 'Measures publishing beside 50 exports; opens odd tours in every format; makes 500 steps and an hour of narration.',
		takes: '[beside|walk|heavy] [--only …]',
		file: 'test/exports/main.ts',
	},
	extension: {
		does: "Clicks through pages with the extension in Debian's chromium; `--only canaries` photographs pages with secrets.",
		takes: '[--shots FOLDER] [--only canaries]',
		file: 'test/extension/main.ts',
	},
	faults: {
		does: 'Kills, stops and fills up what the service needs, under load, and counts what is lost and doubled.',
		takes: '[NAME…]',
		file: 'test/faults/run-faults.ts',
	},
	frames: {
		does: 'Counts the frames that come late while steps change, on a processor four times slower.',
		takes: '[WIDTHxHEIGHT…]',
		file: 'test/browsers/run-frames.ts',
	},
	growth: {
		does: 'Sets the calls of an account of 100,000 tours, among 10,000 accounts, beside those of ten, and fills a queue with a million jobs.',
		takes: '[--short] [--keep]',
		file: 'test/bench/main.ts',
		before: ['growth'],
	},
	inspector: {
		does: "Has the protocol's own inspector ask the MCP server for everything that it has.",
		file: 'test/mcp/inspector.ts',
	},
	landing: {
		does: 'Draws the tours of the landing page with the current player; `--choices` publishes the one with forks again, `--screens` both, with new photographs of the editor.',
		takes: '[--choices|--screens]',
		file: 'test/landing/main.ts',
	},
	lighthouse: {
		does: 'Judges published tours, the landing page, sign-up and the screens of the editor by Lighthouse.',
		takes: '[tours|pages|editor]',
		file: 'test/bench/lighthouse.ts',
	},
	load: {
		does: 'Sends everything nasty to everything that takes a body; `--together 60` the largest bodies at once; prints what another client waits.',
		takes: '[PART] [--together N] [--settle SECONDS] [--slice 1/6]',
		file: 'test/load/run-load.ts',
	},
	playwright: {
		does: 'Does the tests of the fixture with the oldest and the newest Playwright.',
		takes: '[VERSION…]',
		file: 'test/playwright/main.ts',
	},
	'playwright-example': {
		does: 'Runs the example of docs/ci.md against Node-RED, twice, and publishes its tour.',
		takes: '[FOLDER]',
		file: 'test/playwright/example.ts',
	},
	saving: {
		does: 'Writes in the editor while the network goes and the page is killed, beside an agent, and as hurried people.',
		takes: '[hurried [N [FIRST]]]',
		file: 'test/editor/run-saving.ts',
	},
	screens: {
		does: 'Photographs every screen of the editor, wide and narrow, light and dark.',
		takes: '[--only NAME,…] [--views 1440-light,…] [--language pt-BR] [--to FOLDER]',
		file: 'test/screens/main.ts',
	},
	swift: {
		does: 'Runs the tests of object stores against OpenStack Swift.',
		file: TEST_RUN,
		before: ['shared/files/file-store.test.ts', 'shared/files/s3-store.test.ts', 'test/object-store.test.ts'],
		env: {OBJECT_STORE: 'swift'},
	},
	targets: {
		does: 'Looks at the targets of 17 applications in the player, in every window, frame and zoom.',
		takes: '[--window 390x844] [--only NAME] [--ways 1440x900|no]',
		file: 'test/targets/main.ts',
	},
	traces: {
		does: 'Installs what sends traces and tests what it sends.',
		file: TEST_RUN,
		before: ['test/traces.test.ts'],
		installs: 'infra/traces',
	},
};
