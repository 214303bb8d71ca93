import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {playerScript, playerStyle} from './assets.ts';
import {usedRules} from './page.ts';

const SCRIPT = 'e.classList.add("up","js")';
const STYLE =
	'.step,.way{margin:0}.phone .shot,.up .step{top:0}@media print{.ultra{top:0}}kbd{top:1px}.x :is(.ultra,.y):hover,.step:not(.ultra){top:2px}';

test('a page has the rules for what it has, in their order, and those for what the script may do to it', t => {
	t.is(usedRules(STYLE, '<p class="step near">', SCRIPT), '.step{margin:0}.up .step{top:0}.step:not(.ultra){top:2px}');
	t.is(
		usedRules(STYLE, '<p class="step x"><kbd>K</kbd>', SCRIPT),
		'.step{margin:0}.up .step{top:0}kbd{top:1px}.x :is(.ultra,.y):hover,.step:not(.ultra){top:2px}',
	);
	t.is(usedRules(STYLE, '<p class="step way x ultra phone shot"><kbd>', SCRIPT), STYLE);
});

test('no rule of the player is taken apart', t => {
	const style = playerStyle(['cards', 'lead', 'narration', 'near', 'paths']);
	const classes = [...style.matchAll(/\.([a-z]+)/g)].map(([, name]) => name).join(' ');
	const all = `<html dir="rtl"><form class="card ${classes} near"><kbd><select>`;
	t.is(usedRules(style, all, ''), style);
	const rules = new Set(style.match(/[^{}]*\{[^{}]*\}/g));
	const plain = usedRules(style, '<main><p class="step balloon say go way button shot pic ring">', playerScript(['report']));
	t.true(plain.length < style.length);
	for (const rule of plain.match(/[^{}]*\{[^{}]*\}/g)!) {
		const values = rule.slice(rule.indexOf('{'));
		t.true(rules.has(rule) || [...rules].some(each => each.endsWith(values)), rule);
	}
});

test('each class that the script adds or takes away stands in it as a text of its own', async t => {
	const script = playerScript(['cards', 'course', 'lead', 'narration', 'near', 'paths', 'report']);
	const folder = join(import.meta.dirname, 'client');
	const files = (await readdir(folder)).filter(file => !file.endsWith('.test.ts'));
	const sources = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
	const calls = sources.flatMap(source => [...source.matchAll(/classList\.(?:add|remove|toggle)\(([^;]*)/g)].map(([, given]) => given!));
	const classes = new Set(calls.flatMap(call => [...call.matchAll(/'([a-z]+)'/g)].map(([, name]) => name!)));
	t.true(classes.size >= 10);
	for (const name of classes) t.regex(script, new RegExp(`["'\`]${name}["'\`]`), name);
});
