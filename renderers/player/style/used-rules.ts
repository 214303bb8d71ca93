/** Rules that are for certain markup, by how their selectors begin. */
const OTHERS: [start: RegExp, markup: RegExp][] = [
	[/^\[dir=rtl\] /, / dir="rtl"/],
	[/^kbd$/, /<kbd>/],
	[/^select$/, /<select/],
	[/^(:not\(\.(end|long)\)>|#s1 )\.card /, /<form class="card|class="card"><div class="say"/],
];

/** Returns a minified style without the rules for what the page does not have and its minified script does not add: each visitor fetches the others. */
export function usedRules(style: string, markup: string, script: string): string {
	const written = [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '));
	// Each class that the script adds stands in it as a text of its own.
	const added = [...script.matchAll(/["'`]([a-z]+)["'`]/g)].map(([, name]) => name!);
	const classes = new Set([...written, ...added]);
	const missing = OTHERS.filter(([, place]) => !place.test(markup)).map(([start]) => start);
	const isUsed = (selector: string) => !missing.some(start => start.test(selector)) && classesIn(selector).every(name => classes.has(name));
	const rules = style.replace(/([^{}@]*)\{([^{}]*)\}/g, (_, list: string, values: string) => {
		const used = selectorsIn(list).filter(isUsed);
		return used.length > 0 ? `${used.join()}{${values}}` : '';
	});
	// Of blocks none stays empty.
	return rules.replace(/@[^{}]*\{\}/g, '');
}

/** Returns the classes that a selector asks for in any case, without those of alternatives. */
function classesIn(selector: string): string[] {
	return [...selector.replace(/:(is|not|has)\(.*\)/, '').matchAll(/\.([a-z]+)/g)].map(([, name]) => name!);
}

function selectorsIn(list: string): string[] {
	const found: string[] = [];
	let open = 0;
	for (const part of list.split(',')) {
		if (open > 0) found.push(`${found.pop()},${part}`);
		else found.push(part);
		open += part.split('(').length - part.split(')').length;
	}
	return found;
}
