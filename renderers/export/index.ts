import type {ExportFormat} from '../../shared/contract/exports/index.ts';
import {bundleExporter} from './bundle/bundle.ts';
import type {Exporter} from './export.ts';

/** Who makes which format: one line each, and one in `shared/contract/exports/index.ts`. */
export const EXPORTERS = {
	bundle: bundleExporter,
} satisfies Record<ExportFormat, Exporter<never>>;
