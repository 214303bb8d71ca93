import type {ExportFormat} from '../../shared/contract/exports/index.ts';
import {bundleExporter} from './bundle/bundle.ts';
import type {Exporter} from './export.ts';
import {htmlExporter} from './html/html.ts';

/** Who makes which format: one line each, and one in `shared/contract/exports/index.ts`. */
export const EXPORTERS = {
	bundle: bundleExporter,
	html: htmlExporter,
} satisfies Record<ExportFormat, Exporter<never>>;
