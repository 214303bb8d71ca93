import test from 'ava';
import {readYaml} from './read-yaml.ts';

/** What people get wrong in a tour.yaml: where it is to be mended, and the words that say how. */
const BROKEN: Array<[text: string, place: string, said: RegExp]> = [
	['name: x\nsteps:\n  - image: a.png\n    highlight: [1, 2, 3, 4\n    click: [1, 2]\n', '4:16', /The \[ .* not closed by a \]/],
	['name: x\ntheme: {preset: green\n', '2:8', /The \{ .* not closed by a \}/],
	['{"name": "x",\n "steps": [{"title": "y"}\n}\n', '2:11', /The \[ .* not closed/],
	['name: "x\nsteps:\n  - title: y\n', '1:7', /quotation mark " .* not closed/],
	["name: x\nsteps:\n  - title: 'y\n    text: z\n", '3:12', /quotation mark ' .* not closed/],
	['name: x\nsteps:\n\t- title: y\n', '3:1', /tab: use blanks/],
	['name: x\nsteps:\n  - title: Press: save\n', '3:12', /stands in quotes: "Press: save"/],
	['name: x\nsteps:\n  - title: y\n   text: z\n', '4:1', /begins in the same column/],
	['name: x\nsteps:\n  - title: y\n  text: z\n', '4:1', /begins in the same column/],
	['name: x\n  steps:\n  - title: y\n', '1:7', /indented deeper/],
	['name: x\nsteps\n  - title: y\n', '2:1', /"steps" has no ":"/],
	['name: x\nsteps:\n  - title y\n    text: z\n', '3:5', /"title y" has no ":"/],
	['name:x\nsteps:\n  - title: y\n', '1:5', /Behind the ":" a blank/],
	['name: x\nsteps:\n  -title: y\n  - title: z\n', '3:3', /Behind the "-" a blank/],
	['name: x\nname: y\n', '2:1', /"name" is there twice/],
	['name: @x\n', '1:7', /begins with @ stands in quotes/],
	['name: "C:\\path"\n', '1:10', /use single quotes/],
	['name: x\n---\nname: y\n', '2:1', /file has one/],
	['name: "x" y\n', '1:11', /quotation mark is missing/],
	['name: x\nsteps: [1, 2]]\n', '2:14', /one too many/],
];

test('broken YAML is one sentence in plain words, at the line and column that are to be mended', t => {
	for (const [text, place, said] of BROKEN)
		for (const given of [text, `\uFEFF${text.replaceAll('\n', '\r\n')}`]) {
			const {problems} = readYaml(given, 'tour.yaml');
			t.is(problems.length, 1, text);
			t.is(problems[0]!.place, `tour.yaml:${place}`, text);
			t.regex(problems[0]!.message, said);
			t.notRegex(problems[0]!.message, /flow|scalar|mapping|implicit|token|sequence|node|parse/i, text);
		}
});

test('what is right is read', t => {
	for (const text of ['name: "a [b"\nsteps: [{title: \'c {d\'}]\n', 'text: |\n  say "hello\n  [x\n', '{"name": "x"}'])
		t.deepEqual(readYaml(text, 'x').problems, [], text);
});
