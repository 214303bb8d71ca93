import type {Application} from './application.ts';
import {fluent, reactAdmin} from './apps/admins.ts';
import {argon, sbAdminFive} from './apps/boards.ts';
import {chat, fileManager, graphiql, redoc, spreadsheet} from './apps/components.ts';
import {parseDashboard, signalK} from './apps/consoles.ts';
import {decap, sveltia} from './apps/contents.ts';
import {carbon, mantine} from './apps/desks.ts';
import {grapes, nodeRed, scalar, svgEdit} from './apps/editors.ts';
import {blueprint, patternfly} from './apps/enterprise.ts';
import {explorer, stoplight, vuefinder} from './apps/files-and-apis.ts';
import {formio, jsonForm, survey} from './apps/forms.ts';
import {quasar, rapidoc, sheet, tweakpane} from './apps/kits.ts';
import {browserSync, tabler} from './apps/panels.ts';
import {fuxa} from './apps/plants.ts';
import {bullBoard, redisCommander} from './apps/redis.ts';
import {registry} from './apps/registry.ts';
import {cloudcmd, httpServer, maildev, thelounge, tiddlywiki} from './apps/servers.ts';
import {hfs, sinopia, sneat} from './apps/services.ts';
import {bootstrap, fomantic, primevue} from './apps/styles.ts';
import {antd, shoelace, vuetify} from './apps/suites.ts';
import {adminLte, altair, gentelella, materialDashboard, sbAdmin, swagger} from './apps/templates.ts';
import {elementPlus, imageEditor, jodit, lilGui} from './apps/toolbars.ts';
import {agGrid, crontabUi, fauxton, treeEditor, ungit} from './apps/tools.ts';
import {formBuilder, openMct, processes} from './apps/workbenches.ts';

/** The reader was tuned on one half of the applications; of the other half nobody looks at single failures. */
export const HALVES: Record<string, Application[]> = {
	tuned: [
		...[tiddlywiki, cloudcmd, httpServer, swagger, sbAdmin, maildev, registry],
		...[redisCommander, bullBoard, altair, thelounge, gentelella, adminLte],
		...[quasar, tweakpane, rapidoc, sheet],
		...[vuefinder, stoplight, explorer, jodit, lilGui, imageEditor, elementPlus, materialDashboard],
		...[nodeRed, grapes, svgEdit, scalar, tabler, browserSync],
		...[sinopia, hfs, fileManager, graphiql, redoc, sneat, chat, spreadsheet],
		...[bootstrap, fomantic, primevue],
		...[antd, vuetify, shoelace, jsonForm, survey, formio, crontabUi, ungit, fauxton, treeEditor, agGrid, argon, sbAdminFive],
	],
	measured: [
		...[decap, sveltia, signalK, parseDashboard, openMct, formBuilder, processes, fuxa],
		...[reactAdmin, fluent, patternfly, blueprint, mantine, carbon],
	],
};
