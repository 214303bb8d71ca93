import type {Application} from './application.ts';
import {grapes, nodeRed, scalar, svgEdit} from './apps/editors.ts';
import {quasar, rapidoc, sheet, tweakpane} from './apps/kits.ts';
import {browserSync, tabler} from './apps/panels.ts';
import {bullBoard, redisCommander} from './apps/redis.ts';
import {registry} from './apps/registry.ts';
import {cloudcmd, httpServer, maildev, thelounge, tiddlywiki} from './apps/servers.ts';
import {adminLte, altair, gentelella, sbAdmin, swagger} from './apps/templates.ts';

/** The reader was tuned on one half of the applications; of the other half nobody looks at single failures. */
export const HALVES: Record<string, Application[]> = {
	tuned: [
		...[tiddlywiki, cloudcmd, httpServer, swagger, sbAdmin, maildev, registry],
		...[redisCommander, bullBoard, altair, thelounge, gentelella, adminLte],
		...[quasar, tweakpane, rapidoc, sheet],
	],
	measured: [nodeRed, grapes, svgEdit, scalar, tabler, browserSync],
};
