import type {ExportFormat} from '../../shared/contract/exports/index.ts';
import type {Exporter} from '../exporter.ts';
import {gifExporter, webpExporter} from './animation/animation.ts';
import {bundleExporter} from './bundle/bundle.ts';
import {srtExporter, vttExporter} from './captions/captions.ts';
import {guideExporter} from './guide/guide.ts';
import {htmlExporter} from './html/html.ts';
import {mp4Exporter} from './mp4/mp4.ts';
import {pdfExporter} from './pdf/pdf.ts';
import {scormExporter} from './scorm/scorm.ts';

/** The exporter of each format: one line each, and one in `shared/contract/exports/index.ts`. */
export const EXPORTERS = {
	mp4: mp4Exporter,
	webp: webpExporter,
	gif: gifExporter,
	pdf: pdfExporter,
	guide: guideExporter,
	html: htmlExporter,
	scorm: scormExporter,
	vtt: vttExporter,
	srt: srtExporter,
	bundle: bundleExporter,
} satisfies Record<ExportFormat, Exporter<never>>;
