import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {playwrightPackage} from '../../api/docs/packages.ts';
import {PLAYWRIGHT, playwrightProject, runPlaywright} from '../helpers/playwright-run.ts';
import {addUp, type CanaryResult, judge} from './judge.ts';
import type {CanaryCase} from './pages.ts';

type Result = {annotations: Array<{description?: string}>; errors: Array<{message?: string}>};
type Annotated = {title: string; tests: Array<{results: Result[]}>};
type Report = {suites: Array<{specs: Annotated[]}>};

/** Lets Playwright tests click through the pages. `browser`: path of the program; `folder`: folder of the project and its tours. */
export async function byPlaywright(browser: string, cases: readonly CanaryCase[], baseUrl: string, folder: string): Promise<CanaryResult> {
	await playwrightProject(folder, await playwrightPackage(), PLAYWRIGHT, 'canaries.spec.mjs');
	const {code, out} = await runPlaywright(folder, ['--reporter=json'], {
		BASE: baseUrl,
		TOURS: 'tours',
		BROWSER: browser,
		CASES: JSON.stringify(cases),
	});
	const report = JSON.parse(out.slice(out.indexOf('{'), out.lastIndexOf('}') + 1)) as Report;
	const specs = report.suites.flatMap(({specs}) => specs);
	const sum = await addUp(cases, async one => {
		const results = specs.find(({title}) => title === one.page)!.tests.flatMap(({results}) => results);
		const [error] = results.flatMap(({errors}) => errors.map(({message}) => message));
		if (error) throw new Error(error);
		const said = results.flatMap(({annotations}) => annotations.map(({description = ''}) => description));
		const tour = join(folder, 'tours', one.page);
		const files = (await readdir(tour).catch(() => [])).filter(name => name.endsWith('.png')).map(name => join(tour, name));
		// Playwright takes no picture while a frame is busy, visible or not.
		const judged = one.isApart ? {...one, expects: undefined} : one;
		return judge(judged, files, said.filter(words => words.startsWith('No picture was taken')).length);
	});
	if (code !== 0) sum.faults.push(`the tests of Playwright end with ${code}`);
	return sum;
}
