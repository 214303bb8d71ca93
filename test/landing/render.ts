import {readFile} from 'node:fs/promises';
import {type LandingTour, type LandingTourName, landingName} from '../../api/landing/landing.ts';
import {renderPage} from '../../renderers/player/page.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {FRAMED} from '../../shared/tour/embed.ts';

/** File of a tour of the landing page as it is published, and as the page that is drawn of it. */
export const snapshotFile = (language: PageLanguage, tour: LandingTourName) =>
	new URL(`snapshots/${landingName(language, tour)}.json`, import.meta.url);
export const tourFile = (language: PageLanguage, tour: LandingTourName) =>
	new URL(`../../api/landing/tours/${landingName(language, tour)}.json`, import.meta.url);

/** The page as it lies beside the API: what only a published tour has (its link, its card in messengers) is left out. */
export async function renderLanding(language: PageLanguage, tour: LandingTourName): Promise<LandingTour> {
	const snapshot = JSON.parse(await readFile(snapshotFile(language, tour), 'utf8')) as Snapshot;
	const none = {pageUrl: '', coverUrl: '', oembedUrl: null, preview: false, lead: null, reportPath: null};
	// Relative: the service may be served below a path.
	const {html, csp} = renderPage(snapshot, {...none, basePath: '.'});
	return {
		html: html
			.replace('<link rel="canonical" href="">', '<meta name="robots" content="noindex">')
			.replace('href="./favicon.ico"', 'href="../favicon.ico"')
			.replaceAll(/<meta (?:property="og:|name="twitter:)[^>]*>\n?/g, '')
			.replace(/<script type="application\/ld\+json">.*?<\/script>\n?/s, ''),
		csp: csp.replace(FRAMED, "frame-ancestors 'self'"),
	};
}
