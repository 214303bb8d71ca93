import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {readConfig} from '../../../shared/config/config.ts';
import {listElements} from '../../../workers/providers/text/local-writer/list-elements.ts';
import {median} from '../../bench/figures.ts';
import {type Judged, judge, type Tally} from './judge.ts';
import type {Screen} from './take.ts';

type Row = Judged & {app: string; half: string; file: string; cpu: number};

/** Reads every picture in `folder/screens` and prints what was found of each, of each application and of both halves. */
export async function measureScreens(
	folder: string,
	{app, misses}: {app?: string | undefined; misses?: boolean | undefined},
): Promise<void> {
	const names = (await readdir(join(folder, 'screens'))).filter(name => name.endsWith('.json')).sort();
	const rows: Row[] = [];
	for (const name of names) {
		const screen: Screen = JSON.parse(await readFile(join(folder, 'screens', name), 'utf8'));
		if (app && screen.app !== app) continue;
		const image = await readFile(join(folder, 'screens', screen.file));
		const before = await cpuSeconds();
		const elements = await listElements(image, {
			tesseract: readConfig().tesseract,
			languages: ['por'],
			signal: AbortSignal.timeout(120_000),
		});
		const row = {...judge(screen.truth, elements, screen), app: screen.app, half: screen.half, file: screen.file};
		rows.push({...row, cpu: (await cpuSeconds()) - before});
		// Of the half that is only measured nobody looks at single failures.
		if (misses && screen.half === 'tuned') for (const miss of row.misses) console.log(`${screen.file}: ${miss}`);
	}
	console.table(rows.map(row => ({screen: row.file, ...figures([row])})));
	const groups = (key: (row: Row) => string) =>
		[...Map.groupBy(rows, key)].map(([name, some]) => ({name, screens: some.length, ...figures(some)}));
	console.table(groups(row => `${row.half} ${row.app}`));
	console.table([...groups(row => row.half), ...groups(() => 'all'), ...means(rows)]);
}

/** The mean of each half's applications, however many screens, icons and fields one has. */
function means(rows: Row[]): Record<string, number | string>[] {
	return [...Map.groupBy(rows, ({half}) => half)].map(([half, some]) => {
		const each = [...Map.groupBy(some, ({app}) => app).values()].map(figures);
		const mean = (values: number[]) => Math.round((1000 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 1000;
		const of = (key: string) => mean(each.map(one => one[key]!).filter(value => !Number.isNaN(value)));
		return {name: `${half}, mean`, screens: some.length, ...Object.fromEntries(Object.keys(each[0]!).map(key => [key, of(key)]))};
	});
}

function figures(rows: Row[]): Record<string, number> {
	const share = (of: (row: Row) => Tally) => {
		const [found, all] = [rows, rows].map((list, index) => list.reduce((sum, row) => sum + (index ? of(row).of : of(row).found), 0));
		return all ? Math.round((1000 * found!) / all) / 1000 : Number.NaN;
	};
	return {
		texts: share(({texts}) => texts),
		icons: share(({icons}) => icons),
		fields: share(({fields}) => fields),
		precision: share(({right}) => right),
		cpu: Math.round(100 * median(rows.map(({cpu}) => cpu))) / 100,
	};
}

/** Seconds of one core that this process and those that it started and saw the end of have used. */
async function cpuSeconds(): Promise<number> {
	const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]!.split(' ');
	return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
