import type {Schema} from './reference-fields.ts';

/** Bodies that say more than the smallest one would; a test holds each against its operation's schema. */
const BODIES: Record<string, unknown> = {
	create_tour: {name: 'Build your first flow', theme: {preset: 'corporate-blue'}},
	rename_tour: {name: 'Build your first flow in ten steps'},
	add_step: {
		image: {mediaId: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'},
		title: 'Start with an inject node',
		text: 'Drag it from the palette onto the empty canvas.',
		highlight: {x: 0.03, y: 0.494, width: 0.09, height: 0.042},
		click: {x: 0.075, y: 0.516},
		popoverSide: 'right',
	},
	update_step: {text: 'Drag the inject node onto the canvas.', position: 0},
	change_tour: {
		changes: [
			{kind: 'edit', step: 'step_01kah0000000000000000000a1', set: {title: 'Start here'}, was: {title: 'Start'}},
			{kind: 'move', step: 'step_01kah0000000000000000000b2', after: null},
		],
	},
	put_tour: {
		document: {
			name: 'Build your first flow',
			language: 'en',
			steps: [
				{key: 'welcome', type: 'slide', title: 'Build your first flow'},
				{
					key: 'inject',
					title: 'Start with an inject node',
					alt: 'The editor with an empty flow.',
					image: {mediaId: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'},
					click: {x: 0.075, y: 0.516},
				},
			],
		},
	},
	duplicate_tour: {name: 'Build your first flow, for partners'},
	name_version: {name: 'As shown at the fair'},
	reorder_steps: {stepIds: ['step_01kah0000000000000000000b2', 'step_01kah0000000000000000000a1']},
	set_theme: {preset: 'dark', colors: {accent: '#FFC53D'}, font: 'inter'},
	set_lead_capture: {enabled: true, title: 'Before we begin', fields: {name: 'required', email: 'required'}},
	set_end_cta: {enabled: true, title: 'Now make it yours', link: {url: 'https://example.com/start', label: 'Start'}},
	set_narration_settings: {language: 'en'},
	publish: {dryRun: true},
	generate_step_text: {language: 'en', instructions: 'For people who have never seen the editor.', narrationScript: true},
	generate_narration: {language: 'en'},
	upload_media: {url: 'https://example.com/screenshot.png', name: 'screenshot.png'},
	batch_media: {
		files: [{sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', bytes: 214_305, name: 'screenshot.png'}],
	},
	find_elements: {query: 'Save'},
	target_step: {text: 'Save'},
	redact_step: {areas: [{x: 0.42, y: 0.18, width: 0.2, height: 0.05, style: 'box'}], where: 'tour'},
	create_upload_url: {name: 'screenshot.png', contentType: 'image/png'},
};

/** A call that can be pasted into a shell once KEY and the identifiers in its path are set (TOUR, STEP, JOB, VERSION), and FILE where a file is sent. */
export function exampleCall({
	method,
	url,
	operationId,
	body,
	fileType,
}: {
	method: string;
	url: string;
	operationId: string;
	body?: Schema;
	/** The media type of a body that is a file. */
	fileType?: string;
}): string {
	const lines = [`curl ${method === 'GET' || (method === 'POST' && (body || fileType)) ? '' : `-X ${method} `}"${withVariables(url)}"`];
	lines.push('-H "Authorization: Bearer $KEY"');
	if (body) {
		const json = JSON.stringify(exampleBody(operationId, body), null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ');
		lines.push('-H "Content-Type: application/json"', `-d '${json}'`);
	}
	if (fileType) lines.push(`-H "Content-Type: ${fileType}"`, '--data-binary "@$FILE"');
	return lines.join(' \\\n  ');
}

export function exampleBody(operationId: string, schema: Schema): unknown {
	return BODIES[operationId] ?? smallest(schema);
}

/** `/tours/{id}/steps/{stepId}` as `/tours/$TOUR/steps/$STEP`. */
function withVariables(url: string): string {
	return url
		.replace('/documents/{key}', '/documents/$TOUR')
		.replace('/media/{mediaId}', '/media/$MEDIA')
		.replaceAll(/([a-z]+)s\/\{\w+\}/g, (_, resource: string) => `${resource}s/$${resource.toUpperCase()}`);
}

/** The smallest value that a schema of ours takes: an object has its required properties. */
function smallest(schema: Schema): unknown {
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (schema.anyOf) return smallest(schema.anyOf[0]!);
	if (schema.items) return [smallest(schema.items)];
	switch (schema.type) {
		case 'object':
			return Object.fromEntries((schema.required ?? []).map(name => [name, smallest(schema.properties?.[name] ?? {})]));
		case 'integer':
		case 'number':
			return schema.minimum ?? 0;
		case 'boolean':
			return true;
		default:
			return '…'.repeat(Math.max(1, schema.minLength ?? 1));
	}
}
