import {readFileSync} from 'node:fs';
import {sha256} from '../../shared/ids.ts';

export type StatusPageKind = 'not_found' | 'taken_down' | 'expired';

const MESSAGES: Record<string, Record<StatusPageKind, {title: string; text: string}>> = {
	'pt-BR': {
		not_found: {title: 'Este tour não existe', text: 'O endereço pode estar incompleto. Confira o link com quem o enviou a você.'},
		taken_down: {
			title: 'Este tour foi retirado do ar',
			text: 'Quem o criou deixou de publicá-lo. O mesmo link volta a funcionar se ele for publicado de novo.',
		},
		expired: {
			title: 'Esta pré-visualização expirou',
			text: 'Links de pré-visualização valem por 7 dias. Peça um novo a quem o enviou a você.',
		},
	},
	en: {
		not_found: {
			title: 'This tour does not exist',
			text: 'The address may be incomplete. Check the link with the person who sent it to you.',
		},
		taken_down: {
			title: 'This tour was taken down',
			text: 'Its author no longer publishes it. The same link works again if it is published anew.',
		},
		expired: {
			title: 'This preview has expired',
			text: 'Preview links are valid for 7 days. Ask the person who sent it to you for a new one.',
		},
	},
	es: {
		not_found: {
			title: 'Este tour no existe',
			text: 'Es posible que la dirección esté incompleta. Compruebe el enlace con quien se lo envió.',
		},
		taken_down: {
			title: 'Este tour ya no está publicado',
			text: 'Su autor dejó de publicarlo. El mismo enlace volverá a funcionar si lo publica de nuevo.',
		},
		expired: {
			title: 'Esta vista previa ha caducado',
			text: 'Los enlaces de vista previa valen 7 días. Pida uno nuevo a quien se lo envió.',
		},
	},
};

const STYLE = readFileSync(new URL('notice.css', import.meta.url), 'utf8');

const CSP = `default-src 'none'; style-src 'sha256-${sha256(STYLE).toString('base64')}'; frame-ancestors *; base-uri 'none'; form-action 'none'`;

/** The page behind a link that shows no tour. It loads nothing; English where we do not write the language (BCP 47). */
export function renderStatusPage({kind, language}: {kind: StatusPageKind; language: string}): {html: string; csp: string} {
	const primary = language.split('-')[0]!.toLowerCase();
	const written = Object.keys(MESSAGES).find(candidate => candidate.split('-')[0] === primary) ?? 'en';
	const {title, text} = MESSAGES[written]![kind];
	const html = `<!DOCTYPE html>
<html lang="${written}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<style>${STYLE}</style>
</head>
<body><main><i></i><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
	return {html, csp: CSP};
}
