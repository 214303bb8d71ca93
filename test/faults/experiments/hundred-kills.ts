import {startFakeOpenAi} from '../../helpers/fakes/openai.ts';
import type {Experiment} from '../experiment.ts';
import {openMixedLedger} from '../mixed-ledger.ts';
import {noJobLonger, underWrites} from '../under-writes.ts';

/** The whole trial has so many; `KILLS=25` runs a part of it. */
const KILLS = Number(process.env.KILLS ?? 100);
const SINGLE = ['api', 'worker', 'redis', 'mariadb'] as const;
const ABOUT = {
	name: 'hundred-kills',
	title: `${KILLS} kill -9 under leads, exports, imports, texts and writes of an agent; each fifth of both servers together`,
	limit: 5400,
};

export const experiment: Experiment = {
	...ABOUT,
	async run(report) {
		const model = await startFakeOpenAi();
		const settings = {
			TEXT_PROVIDER: 'openai',
			OPENAI_BASE_URL: model.baseUrl,
			OPENAI_API_KEY: model.key,
			AI_TEXTS_PER_MONTH: '100000',
		};
		const strikes = underWrites(ABOUT, {
			rounds: KILLS,
			service: {settings},
			async strike(whole, round) {
				if (round % 5 < 4) return void whole.strike(SINGLE[round % 5]!, 'SIGKILL');
				for (const server of ['mariadb', 'redis'] as const) whole.strike(server, 'SIGKILL');
			},
			ledger: openMixedLedger,
			judge: noJobLonger(60),
		});
		try {
			return await strikes.run(report);
		} finally {
			await model.close();
		}
	},
};
