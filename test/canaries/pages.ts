/** The secret in these pages' fields, in letters that text recognition can read. */
export const CANARY = 'Zanzibar-9471-kingfisher';
/** Parts of the canary that reveal it in recognized text. */
export const CANARY_PARTS = ['zanzibar', 'kingfisher', '9471'];

/** A page that fills in its own fields. `clicks`: ids of the elements to click. */
export type CanaryCase = {
	page: string;
	clicks: string[];
	/** Clicks that lead to another document. */
	leaves?: string[];
	/** True if a frame is busy and needs its own process: the headless shell has one process for all. */
	isApart?: boolean;
	/** The expected result; without it either one is right, if refusals are reported. */
	expects?: 'pictures' | 'refusals';
};

const LARGE = 'style="font:36px monospace;width:620px"';
/** A password, one that soon becomes visible text, and a code. */
const FIELDS = `<p><input type=password ${LARGE} value="${CANARY}"></p><p><input class=shown type=password ${LARGE} value="${CANARY}"></p>
	<p><input autocomplete=one-time-code ${LARGE} value="${CANARY}"></p><script>setTimeout(() => { document.querySelector('.shown').type = 'text'; }, 100);</script>`;
/** Without scripts this password is visible text from the start. */
const STILL = `<p><input type=password ${LARGE} value="${CANARY}"></p><p><input name=password ${LARGE} value="${CANARY}"></p>`;
const NEXT = `<button id=next type=button onclick="said.textContent += ' more'">Next</button><p id=said>Some</p>
	<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id=ready> </i>'), 1200);</script>`;
const BUSY = '<script>setTimeout(() => { for (const end = Date.now() + 25000; Date.now() < end;); }, 500);</script>';
const FRAME = 'style="width:700px;height:260px"';
const top = (body: string, title = 'Canary') => `<html lang="en"><title>${title}</title>${NEXT}${body}`;
const script = (code: string) => `<script>addEventListener('load', () => { ${code} });</script>`;
const framed = (code: string) =>
	script(`const frame = document.createElement('iframe'); frame.style.cssText = 'width:700px;height:260px'; ${code}`);
const inShadow = (mode: string) =>
	`<div id=host></div>${script(`const root = host.attachShadow({mode: '${mode}'}); root.innerHTML = \`${STILL}<p><input class=late type=password ${LARGE} value="${CANARY}"></p>\`;
		setTimeout(() => { root.querySelector('.late').type = 'text'; }, 100);`)}`;
const text = (html: string) => JSON.stringify(html).replaceAll('</', '<\\/');

export const CANARY_PAGES: Record<string, string> = {
	'c-plain': top(FIELDS),
	'c-fields': FIELDS,
	'c-still': STILL,
	'c-busy': FIELDS + BUSY,
	'c-away': `<title>Away</title><button id=back onclick="history.back()">Back</button>`,
	'c-ahead': top(`${FIELDS}<script type=speculationrules>{"prerender": [{"urls": ["/c-plain"], "eagerness": "immediate"}]}</script>`),
	'c-activated': top(
		`<a id=go href="/c-plain">Go</a><script type=speculationrules>{"prerender": [{"urls": ["/c-plain"], "eagerness": "immediate"}]}</script>`,
	),
	'c-cached': top(`${FIELDS}<a id=go href="/c-away">Go</a>`),
	'c-late': top(framed("frame.src = '/c-fields'; next.addEventListener('click', () => document.body.append(frame.cloneNode()));")),
	'c-silent': top(`<iframe src="OTHER/c-busy" ${FRAME}></iframe>`),
	'c-unknown': top(`${FIELDS}<object type="application/pdf" data="/c-away" ${FRAME}></object>`),
	'c-unseen': top(
		`${FIELDS}<div style="overflow:hidden;height:0"><iframe src="OTHER/c-busy" ${FRAME}></iframe></div><iframe src="OTHER/c-busy" style="opacity:0;position:absolute;left:0;top:300px"></iframe>
		<iframe src="OTHER/c-busy" hidden></iframe><iframe src="OTHER/c-busy" style="position:absolute;top:3000px"></iframe>`,
	),
	'c-elsewhere': top(`<iframe src="OTHER/c-fields" ${FRAME}></iframe>`),
	'c-sandboxed': top(`<iframe sandbox src="/c-still" ${FRAME}></iframe>`),
	'c-sandboxed-scripts': top(`<iframe sandbox="allow-scripts" src="/c-fields" ${FRAME}></iframe>`),
	'c-srcdoc': top(framed(`frame.srcdoc = ${text(FIELDS)}; document.body.append(frame);`)),
	'c-written': top(framed(`document.body.append(frame); frame.contentDocument.write(${text(FIELDS)}); frame.contentDocument.close();`)),
	'c-data': top(framed(`frame.src = 'data:text/html,' + encodeURIComponent(${text(FIELDS)}); document.body.append(frame);`)),
	'c-blob': top(framed(`frame.src = URL.createObjectURL(new Blob([${text(FIELDS)}], {type: 'text/html'})); document.body.append(frame);`)),
	'c-object': top(`<object data="/c-fields" ${FRAME}></object>`),
	'c-embed': top(`<embed src="/c-fields" ${FRAME}>`),
	'c-open': top(inShadow('open')),
	'c-closed': top(inShadow('closed')),
	'c-parsed': top(`<div><template shadowrootmode=closed>${STILL}</template></div>`),
	'c-reloaded': top(`${FIELDS}${script("next.addEventListener('click', () => setTimeout(() => location.reload(), 150));")}`),
	'c-moving': top(
		`<iframe ${FRAME} src="/c-fields"></iframe>${script("let count = 0; setInterval(() => { if (++count < 60) document.querySelector('iframe').src = '/c-fields?' + count; }, 250);")}`,
	),
	'c-selected': top(`${FIELDS}${script("setTimeout(() => document.querySelector('.shown').select(), 200);")}`),
	'c-replaced': top(
		`<p><input id=first type=password ${LARGE} value="${CANARY}"></p>${script(
			`next.addEventListener('click', () => { first.outerHTML = '<input ${LARGE} value="${CANARY}">'; }, {once: true});`,
		)}`,
	),
	'c-crowd': top(`${FIELDS}${'<iframe srcdoc="<p>crowd" style="width:60px;height:20px"></iframe>'.repeat(200)}`),
};

/** The cases that find most in little time. */
export const FEW_CASES = ['c-activated', 'c-cached', 'c-late', 'c-silent', 'c-unknown', 'c-sandboxed', 'c-closed', 'c-parsed'];
const twice = ['next', 'next'];
export const CANARY_CASES: CanaryCase[] = [
	{page: 'c-plain', clicks: twice, expects: 'pictures'},
	{page: 'c-ahead', clicks: twice, expects: 'pictures'},
	{page: 'c-activated', clicks: ['next', 'go', 'next', 'next'], leaves: ['go'], expects: 'pictures'},
	{page: 'c-cached', clicks: ['next', 'go', 'back', 'next'], leaves: ['go', 'back'], expects: 'pictures'},
	{page: 'c-late', clicks: ['next', 'next', 'next'], expects: 'pictures'},
	{page: 'c-silent', clicks: twice, expects: 'refusals', isApart: true},
	{page: 'c-unknown', clicks: twice, expects: 'refusals'},
	{page: 'c-unseen', clicks: twice, expects: 'pictures', isApart: true},
	{page: 'c-elsewhere', clicks: twice, expects: 'pictures'},
	{page: 'c-sandboxed', clicks: twice, expects: 'pictures'},
	{page: 'c-sandboxed-scripts', clicks: twice, expects: 'pictures'},
	{page: 'c-srcdoc', clicks: twice, expects: 'pictures'},
	{page: 'c-written', clicks: twice, expects: 'pictures'},
	{page: 'c-data', clicks: twice, expects: 'pictures'},
	{page: 'c-blob', clicks: twice, expects: 'pictures'},
	{page: 'c-object', clicks: twice, expects: 'pictures'},
	{page: 'c-embed', clicks: twice, expects: 'pictures'},
	{page: 'c-open', clicks: twice, expects: 'pictures'},
	{page: 'c-closed', clicks: twice, expects: 'pictures'},
	{page: 'c-parsed', clicks: twice, expects: 'pictures'},
	{page: 'c-reloaded', clicks: ['next', 'next', 'next'], leaves: ['next']},
	{page: 'c-moving', clicks: twice},
	{page: 'c-selected', clicks: twice, expects: 'pictures'},
	{page: 'c-replaced', clicks: ['next', 'next', 'next'], expects: 'pictures'},
	{page: 'c-crowd', clicks: twice, expects: 'pictures'},
];
