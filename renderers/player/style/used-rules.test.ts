import test from 'ava';
import {playerStyle} from '../assets.ts';
import {usedRules} from './used-rules.ts';

const STYLE =
	'.step,.way{margin:0}.phone .shot,.up .step{top:0}@media print{.ultra{top:0}}kbd{top:1px}.x :is(.ultra,.y):hover,.step:not(.ultra){top:2px}';

test('a page has the rules for what it has, in their order, and those for what the script may do to it', t => {
	t.is(usedRules(STYLE, '<p class="step near">'), '.step{margin:0}.up .step{top:0}.step:not(.ultra){top:2px}');
	t.is(
		usedRules(STYLE, '<p class="step x"><kbd>K</kbd>'),
		'.step{margin:0}.up .step{top:0}kbd{top:1px}.x :is(.ultra,.y):hover,.step:not(.ultra){top:2px}',
	);
	t.is(usedRules(STYLE, '<p class="step way x ultra phone shot"><kbd>'), STYLE);
});

test('no rule of the player is taken apart', t => {
	const style = playerStyle(['cards', 'lead', 'narration', 'near', 'paths']);
	const classes = [...style.matchAll(/\.([a-z]+)/g)].map(([, name]) => name).join(' ');
	const all = `<html dir="rtl"><form class="card ${classes} near"><kbd><select>`;
	t.is(usedRules(style, all), style);
	const rules = new Set(style.match(/[^{}]*\{[^{}]*\}/g));
	const plain = usedRules(style, '<main><p class="step balloon say go way button shot pic ring">');
	t.true(plain.length < style.length);
	for (const rule of plain.match(/[^{}]*\{[^{}]*\}/g)!) {
		const values = rule.slice(rule.indexOf('{'));
		t.true(rules.has(rule) || [...rules].some(each => each.endsWith(values)), rule);
	}
});
