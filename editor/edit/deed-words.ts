import type {Setting} from '../../shared/contract/edit.ts';
import {inLanguage} from '../messages/index.ts';
import type {Change} from '../saving/change.ts';
import type {Deed} from '../saving/history.ts';

/** What a deed is about, where all of it is about one thing. */
type About = keyof typeof en.about;

const pt = {
	undoPictures: (count: number) => (count === 1 ? 'Desfazer o envio da imagem?' : `Desfazer o envio de ${count} imagens?`),
	about: {
		name: 'nome',
		words: 'palavras',
		narration: 'narração',
		alt: 'texto alternativo',
		marks: 'destaque',
		picture: 'imagem',
		options: 'opções do passo',
		order: 'ordem dos passos',
		added: 'passo novo',
		deleted: 'exclusão',
		theme: 'tema',
		form: 'formulário',
		card: 'cartão final',
		voices: 'idioma e voz',
		several: 'várias alterações',
	},
};

const en: typeof pt = {
	undoPictures: count => (count === 1 ? 'Undo the upload of the picture?' : `Undo the upload of ${count} pictures?`),
	about: {
		name: 'name',
		words: 'words',
		narration: 'narration',
		alt: 'alternative text',
		marks: 'highlight',
		picture: 'picture',
		options: 'step options',
		order: 'order of the steps',
		added: 'new step',
		deleted: 'deletion',
		theme: 'theme',
		form: 'form',
		card: 'closing card',
		voices: 'language and voice',
		several: 'several changes',
	},
};

const es: typeof pt = {
	undoPictures: count => (count === 1 ? '¿Deshacer la subida de la imagen?' : `¿Deshacer la subida de ${count} imágenes?`),
	about: {
		name: 'nombre',
		words: 'palabras',
		narration: 'narración',
		alt: 'texto alternativo',
		marks: 'resaltado',
		picture: 'imagen',
		options: 'opciones del paso',
		order: 'orden de los pasos',
		added: 'paso nuevo',
		deleted: 'eliminación',
		theme: 'tema',
		form: 'formulario',
		card: 'tarjeta final',
		voices: 'idioma y voz',
		several: 'varios cambios',
	},
};

/** The words of taking something back. */
export const deedWords = inLanguage({pt, en, es});

const PARTS: Record<Setting, About> = {theme: 'theme', leadCapture: 'form', endCta: 'card', narrationSettings: 'voices'};
const FIELDS: Record<string, About> = {
	title: 'words',
	text: 'words',
	narrationScript: 'narration',
	alt: 'alt',
	altDecorative: 'alt',
	highlight: 'marks',
	click: 'marks',
	image: 'picture',
	type: 'picture',
};

/** Returns what a deed is about, in words. */
export function aboutDeed({changes}: Deed): string {
	const all = new Set(changes.flatMap(aboutOf));
	return deedWords.about[all.size === 1 ? [...all][0]! : 'several'];
}

function aboutOf(change: Change): About[] {
	switch (change.kind) {
		case 'rename':
			return ['name'];
		case 'move':
			return ['order'];
		case 'add':
		case 'restore':
			return ['added'];
		case 'delete':
			return ['deleted'];
		case 'settings':
			return (Object.keys(change.set) as Setting[]).map(part => PARTS[part]);
		case 'edit':
			return Object.keys(change.set).map(field => FIELDS[field] ?? 'options');
	}
}
