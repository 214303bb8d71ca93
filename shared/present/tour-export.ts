import {factsOf} from '../contract/exports/index.ts';
import type {TourExport} from '../contract/exports/tour-export.ts';
import type {FoundTourExport} from '../store/exports/tour-exports.ts';
import {exportUrl} from '../tour/urls.ts';

export function presentTourExport(found: FoundTourExport, baseUrl: string): TourExport {
	const {token, file: _file, name, accountId: _account, readyAt: _readyAt, createdAt, expiresAt, ...rest} = found;
	const isThere = found.status === 'succeeded';
	return {
		...rest,
		url: isThere ? exportUrl(baseUrl, token) : null,
		fileName: isThere ? exportFileName(found) : null,
		createdAt: createdAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
	};
}

/** Returns the download's name. */
export function exportFileName({name, format}: Pick<FoundTourExport, 'name' | 'format'>): string {
	return `${name}${factsOf(format).extension}`;
}
