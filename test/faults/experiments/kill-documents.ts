import {openDocumentLedger} from '../document-ledger.ts';
import {settled} from '../ledger.ts';
import {underWrites} from '../under-writes.ts';

const KILLS = 50;

export const experiment = underWrites(
	{
		name: 'kill-documents',
		title: `kill -9 of API and worker, ${KILLS} in all, under documents put, versions restored, tours deleted, brought back and published`,
		limit: 1200,
	},
	{
		rounds: KILLS,
		strike: async (whole, round) => void whole.strike(round % 2 ? 'worker' : 'api', 'SIGKILL'),
		ledger: async whole => openDocumentLedger({client: await whole.client(), baseUrl: whole.config.baseUrl, settled: () => settled(whole)}),
	},
);
