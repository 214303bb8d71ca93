/** The first that a browser says of itself is what it is: the others name each other as well. */
const BROWSERS: Array<[name: string, said: RegExp]> = [
	['Edge', /\bEdg(?:A|iOS)?\//],
	['Opera', /\bOPR\//],
	['Samsung Internet', /\bSamsungBrowser\//],
	['Firefox', /\b(?:Firefox|FxiOS)\//],
	['Chrome', /\b(?:Chrome|CriOS)\//],
	['Safari', /\bSafari\//],
];
const SYSTEMS: Array<[name: string, said: RegExp]> = [
	['iPhone', /\biPhone\b/],
	['iPad', /\biPad\b/],
	['Android', /\bAndroid\b/],
	['Windows', /\bWindows\b/],
	['macOS', /\bMac OS X\b/],
	['ChromeOS', /\bCrOS\b/],
	['Linux', /\bLinux\b/],
];

/** Names browser and system in our own words (`Firefox, Linux`); null if neither is known. */
export function deviceOf(userAgent: string): string | null {
	const names = [BROWSERS, SYSTEMS].flatMap(list => list.find(([, said]) => said.test(userAgent.slice(0, 1000)))?.[0] ?? []);
	return names.length > 0 ? names.join(', ') : null;
}
