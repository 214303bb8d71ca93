import type {Application} from './application.ts';
import {actual} from './apps/actual.ts';
import {adminer} from './apps/adminer.ts';
import {decap} from './apps/decap.ts';
import {mediawiki} from './apps/mediawiki.ts';
import {nodeRed} from './apps/node-red.ts';
import {phpmyadmin} from './apps/phpmyadmin.ts';
import {verdaccio} from './apps/verdaccio.ts';
import {wordpress} from './apps/wordpress.ts';

/** Which application is in which set: none is in both. */
export const sets: Record<string, Application[]> = {
	'tuned-on': [nodeRed, adminer, wordpress, verdaccio],
	'held-out': [mediawiki, decap, actual, phpmyadmin],
};
