/** Classes that the script gives: no markup has them. */
const GIVEN = ['all', 'bare', 'dressed', 'js', 'next', 'off', 'on', 'soon', 'up', 'was'];
/** What some rules begin with, and the markup that they are for. */
const OTHERS: [start: RegExp, markup: RegExp][] = [
	[/^\[dir=rtl\] /, / dir="rtl"/],
	[/^kbd$/, /<kbd>/],
	[/^select$/, /<select/],
	[/^(:not\(\.(end|long)\)>|#s1 )\.card /, /<form class="card|class="card"><div class="say"/],
	// Laid out ahead, and whole, is what then comes near.
	[/^\.(next|js \.all)( |$)/, / class="[^"]*\bnear\b/],
];

/** Returns a minified style without the rules for what this page does not have: each visitor fetches the rest of them. */
export function usedRules(style: string, markup: string): string {
	const classes = new Set([...GIVEN, ...[...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '))]);
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
