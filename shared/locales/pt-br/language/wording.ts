import type {Command, Wording} from '../../language.ts';

export const WORDING: Wording = {
	quote: label => `"${label}"`,
	picture: (page, label) => `A página ${page}${label && `, com ${label} em destaque`}`,
	at: {
		'top left': 'no canto superior esquerdo',
		top: 'na parte de cima da tela',
		'top right': 'no canto superior direito',
		left: 'à esquerda',
		middle: '',
		right: 'à direita',
		'bottom left': 'no canto inferior esquerdo',
		bottom: 'na parte de baixo da tela',
		'bottom right': 'no canto inferior direito',
	},
	title: {
		button: label => `Clique em ${label}`,
		link: label => `Clique em ${label}`,
		text: label => `Clique em ${label}`,
		menu: label => `Clique em ${label}`,
		icon: label => `Clique em ${label}`,
		tab: label => `Abra a aba ${label}`,
		field: label => `Preencha ${label}`,
		select: label => `Clique em ${label} e escolha uma opção`,
		checkbox: label => `Marque ${label}`,
		heading: label => `Veja ${label}`,
	},
	bareTitle: {
		button: 'Clique no botão destacado',
		link: 'Clique no link destacado',
		text: 'Clique no item destacado',
		menu: 'Clique no item destacado',
		icon: 'Clique no ícone destacado',
		tab: 'Abra a aba destacada',
		field: 'Preencha o campo destacado',
		select: 'Clique na lista destacada e escolha uma opção',
		checkbox: 'Marque a opção destacada',
		heading: 'Conheça esta tela',
	},
	act: {
		button: (label, at) => join('clique no botão', label, at),
		link: (label, at) => join('clique no link', label, at),
		text: (label, at) => join('clique em', label, at),
		menu: (label, at) => join('clique em', label, 'na lista', at),
		icon: (label, at) => join('clique no ícone', label, at),
		tab: (label, at) => join('abra a aba', label, at),
		field: (label, at) => join('preencha o campo', label, at),
		select: (label, at) => `${join('clique em', label, at)} para abrir a lista e escolha uma opção`,
		checkbox: (label, at) => join('marque a opção', label, at),
		heading: (label, at) => join('veja', label, at),
	},
	bareAct: {
		button: at => join('clique no botão destacado', at),
		link: at => join('clique no link destacado', at),
		text: at => join('clique no item destacado', at),
		menu: at => join('clique no item destacado', at),
		icon: at => join('clique no ícone destacado', at),
		tab: at => join('abra a aba destacada', at),
		field: at => join('preencha o campo destacado', at),
		select: at => `${join('clique na lista destacada', at)} e escolha uma opção`,
		checkbox: at => join('marque a opção destacada', at),
		heading: at => join('veja o que aparece aqui', at),
	},
	tell: {
		button: (label, at) => `${join('encontre o botão', label, at)} e clique nele`,
		link: (label, at) => `${join('encontre o link', label, at)} e clique nele`,
		text: (label, at) => `${join('encontre o item', label, at)} e clique nele`,
		menu: (label, at) => `${join('encontre o item', label, 'na lista', at)} e clique nele`,
		icon: (label, at) => `${join('encontre o ícone', label, at)} e clique nele`,
		tab: (label, at) => `${join('encontre a aba', label, at)} e abra-a`,
		field: (label, at) => `${join('encontre o campo', label, at)} e preencha-o`,
		select: (label, at) => `${join('encontre', label, at)}, clique para abrir a lista e escolha a opção que preferir`,
		checkbox: (label, at) => `${join('encontre a opção', label, at)} e marque-a`,
		heading: (label, at) => `${join('veja', label, at)} e observe o que há ali`,
	},
	done: {
		type: (label, value) => join('Digite', value, label && `em ${label}`),
		choose: (label, value) => join('Escolha', value, label && `em ${label}`),
		set: (label, value) => join('Ajuste', label, `para ${value}`),
		clear: label => (label ? `Desmarque ${label}` : 'Desmarque a opção destacada'),
		point: label => (label ? `Aponte para ${label}` : 'Aponte para o item destacado'),
		doubleClick: label => (label ? `Clique duas vezes em ${label}` : 'Clique duas vezes no item destacado'),
		rightClick: label => (label ? `Clique com o botão direito em ${label}` : 'Clique com o botão direito no item destacado'),
		drag: (label, to) => join('Arraste', label || 'o item destacado', to && `até ${to}`),
		press: keys => `Pressione ${keys}`,
	},
	holding: keys => ` segurando ${keys}`,
	thenPress: keys => ` e pressione ${keys}`,
	opening: {first: 'Para começar,', middle: ''},
	spoken: {first: tour => `Boas-vindas a ${tour}. Para começar,`, middle: 'Em seguida,'},
	welcome: tour => ({title: `Boas-vindas a ${tour}`, text: 'Este tour mostra o caminho, passo a passo.'}),
	between: (before, after) => ({
		title: after ? `A seguir: ${after}` : `Concluído: ${before}`,
		text: [before && `Você acabou de ver ${before}.`, after && `A seguir vem ${after}.`].filter(Boolean).join(' '),
	}),
	farewell: tour => ({title: 'Isso é tudo', text: `Você chegou ao fim de ${tour}.`}),
	request:
		/^(?:por favor,?\s+)?(?:explique|diga|mencione|conte|escreva|descreva|informe|destaque|avise)\s+(?:(?:ao|à|aos|às|para o|para a)\s+\p{L}+\s+)?(?:que\s+|sobre\s+)?/iu,
	manner:
		/(?<!\p{L})(?:tom|estilo|formal|informal|amig[áa]vel|descontra[íi]d[oa]|curt[oa]|breve|p[úu]blico|iniciantes?|emojis?|humor|profissional|linguagem|escreva|use|seja)(?!\p{L})/iu,
};

export const COMMAND: Command = {
	/** The page that the browser shows at the end of a sign-in. */
	signedIn: {
		done: {title: 'Você entrou', text: 'O comando roteiro continua no terminal. Pode fechar esta página.'},
		denied: {title: 'O acesso não foi permitido', text: 'Nada foi guardado. Pode fechar esta página.'},
		failed: {title: 'Não funcionou', text: 'O terminal diz por quê. Pode fechar esta página.'},
		foreign: {title: 'Isto é de outro login', text: 'Nada foi feito. Feche esta página e continue onde o terminal pediu.'},
	},
	/** Title of a page of a deck that has no words; its number follows. */
	page: 'Página',
};

function join(...parts: string[]): string {
	return parts.filter(Boolean).join(' ');
}
