import type Router from '@koa/router';
import type {Services} from '../../shared/services/services.ts';
import {embeddingRouter} from './embed/router.ts';
import {exportRouter} from './exports.ts';
import {leadRouter} from './lead-form.ts';
import {publicRouter} from './pages.ts';
import {robotsRouter} from './robots.ts';
import type {Shown} from './shown.ts';
import {reportRouter} from './visitor-events.ts';

/** All that visitors reach without a credential: pages and their media, forms, reports, files of exports, embedding. */
export function publicRouters(services: Services, shown: Shown): Router[] {
	return [
		leadRouter(services),
		publicRouter(services, shown),
		exportRouter(services),
		reportRouter(services),
		embeddingRouter(services),
		robotsRouter(services.config.baseUrl),
	];
}
