import {readFile} from 'node:fs/promises';
import type {LandingTour} from '../../api/landing/tours.ts';
import {renderPage} from '../../renderers/player/page.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';

/** What the tour at the root is made of, and where it lies when it is drawn. */
export const snapshotFile = (language: PageLanguage) => new URL(`snapshots/${language.toLowerCase()}.json`, import.meta.url);
export const tourFile = (language: PageLanguage) => new URL(`../../api/landing/tours/${language.toLowerCase()}.json`, import.meta.url);

/** The page as it lies beside the API: what only a published tour has (its link, its card in messengers) is left out. */
export async function renderLanding(language: PageLanguage): Promise<LandingTour> {
	const snapshot = JSON.parse(await readFile(snapshotFile(language), 'utf8')) as Snapshot;
	const none = {pageUrl: '', coverUrl: '', oembedUrl: null, preview: false, lead: null, reportPath: null};
	// Relative: the service may be served below a path.
	const {html, csp} = renderPage(snapshot, {...none, basePath: '.'});
	return {
		html: html
			.replace('<link rel="canonical" href="">', '<meta name="robots" content="noindex">')
			.replace('href="./favicon.ico"', 'href="../favicon.ico"')
			.replaceAll(/<meta (?:property="og:|name="twitter:)[^>]*>\n?/g, '')
			.replace(/<script type="application\/ld\+json">.*?<\/script>\n?/s, ''),
		csp: csp.replace('frame-ancestors *', "frame-ancestors 'self'"),
	};
}
