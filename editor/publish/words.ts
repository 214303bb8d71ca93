import {inLanguage} from '../messages/index.ts';

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const pt = {
	takeAlong: 'Exportar como vídeo, GIF, PDF ou arquivo…',
	since: (date: string) => `Desde ${date}:`,
	changed: (count: number) => counted(count, 'passo alterado', 'passos alterados'),
	added: (count: number) => counted(count, 'novo', 'novos'),
	removed: (count: number) => counted(count, 'excluído', 'excluídos'),
	moved: (count: number) => counted(count, 'movido', 'movidos'),
	parts: {
		name: 'nome',
		language: 'idioma',
		voices: 'vozes',
		theme: 'tema',
		leadCapture: 'formulário',
		endCta: 'cartão final',
		unknown: 'alterações mais antigas',
	} as Record<string, string>,
};

const en: typeof pt = {
	takeAlong: 'Export as a video, GIF, PDF or file…',
	since: date => `Since ${date}:`,
	changed: count => counted(count, 'step changed', 'steps changed'),
	added: count => counted(count, 'new', 'new'),
	removed: count => counted(count, 'deleted', 'deleted'),
	moved: count => counted(count, 'moved', 'moved'),
	parts: {
		name: 'name',
		language: 'language',
		voices: 'voices',
		theme: 'theme',
		leadCapture: 'form',
		endCta: 'closing card',
		unknown: 'older changes',
	},
};

const es: typeof pt = {
	takeAlong: 'Exportar como video, GIF, PDF o archivo…',
	since: date => `Desde el ${date}:`,
	changed: count => counted(count, 'paso cambiado', 'pasos cambiados'),
	added: count => counted(count, 'nuevo', 'nuevos'),
	removed: count => counted(count, 'eliminado', 'eliminados'),
	moved: count => counted(count, 'movido', 'movidos'),
	parts: {
		name: 'nombre',
		language: 'idioma',
		voices: 'voces',
		theme: 'tema',
		leadCapture: 'formulario',
		endCta: 'tarjeta final',
		unknown: 'cambios anteriores',
	},
};

/** The words of what a publish brings. */
export const words = inLanguage({pt, en, es});
