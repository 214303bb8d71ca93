/**
 * `npm run lab -- exports NAME`: what is too heavy for every day. `beside` (without a name): what people who publish notice of 50 exports; `walk`: odd
 * tours in every format, opened by other programs; `heavy`: 500 steps, an hour of narration, and what goes wrong meanwhile.
 */
const RUNS: Record<string, () => Promise<unknown>> = {
	beside: () => import('./run-load.ts'),
	walk: () => import('./walk/run-walk.ts'),
	heavy: () => import('./heavy/run-heavy.ts'),
};
const name = process.argv[2]?.startsWith('-') ? 'beside' : (process.argv[2] ?? 'beside');
if (!Object.hasOwn(RUNS, name)) throw new Error(`There is no run ${name}; there are ${Object.keys(RUNS).join(', ')}.`);
await RUNS[name]!();
